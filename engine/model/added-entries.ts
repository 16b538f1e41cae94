/**
 * Whether an administrator may add an entry with this key to a dictionary, so that it can be stored, and written in a list
 * and in a file. The key of the dictionary's own row is none.
 */
export const mayBeAdded = (key: string): boolean => /^[^\s,，、;；\p{C}]{1,63}$/u.test(key) && key !== '-1'

/** The name of an added entry, which no descriptor can write, so that no rule refers to it. */
export const addedName = (key: string): string => `+${key}`

/** Whether a name is that of an added entry. */
export const isAddedName = (name: string): boolean => name.startsWith('+')
