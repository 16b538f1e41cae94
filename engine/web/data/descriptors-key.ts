/** The key of the queries about the state of the descriptors. */
export const descriptorsKey = ['descriptors']
