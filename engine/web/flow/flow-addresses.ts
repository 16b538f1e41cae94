/** The page of a work list, with a task opened. */
export const workAddress = (list: string, task?: string): string =>
  `/work/${list}${task === undefined ? '' : `?task=${task}`}`

/** The page of a process model. */
export const modelAddress = (id: string): string => `/flow/model?id=${id}`
