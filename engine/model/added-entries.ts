/** Keys of the entries that administrators add to dictionaries begin with it; descriptors may not use it. */
export const addedPrefix = 'x-'
