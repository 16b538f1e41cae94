/** The page of a work list, with a task opened. */
export const workAddress = (list: string, task?: string): string =>
  `/work/${list}${task === undefined ? '' : `?task=${task}`}`

/** The modeler with a process model. */
export const modelerAddress = (id: string): string => `/flow/modeler?id=${id}`
