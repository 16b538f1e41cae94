const provinces = '京津沪渝冀豫云辽黑湘皖鲁新苏浙赣鄂桂甘晋蒙陕吉闽贵粤青藏川宁琼'

const ordinary = new RegExp(`^[${provinces}][A-HJ-NP-Z][A-HJ-NP-Z0-9]{4}[A-HJ-NP-Z0-9挂学警港澳领]$`)
// GA 36-2018 and its amendment: plates of small new-energy cars begin with the letter of their drive, those of large
// ones end with it.
const newEnergy = new RegExp(`^[${provinces}][A-HJ-NP-Z](?:[A-HJK][A-HJ-NP-Z0-9]\\d{4}|\\d{5}[A-HJK])$`)
const embassy = /^(?:使\d{6}|\d{6}使)$/

/** Whether a text is a mainland vehicle plate: ordinary, new-energy, or of an embassy. */
export const isPlate = (text: string): boolean => ordinary.test(text) || newEnergy.test(text) || embassy.test(text)
