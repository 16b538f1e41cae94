/** Whether a text is a mainland mobile number. */
export const isPhone = (text: string): boolean => /^1[3-9]\d{9}$/.test(text)
