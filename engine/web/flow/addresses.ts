// The addresses of the pages of processes, which the specification gives.

/** The list in which processes are started. */
export const startPage = '/work/start'

/** A task on its list. */
export const taskAddress = (task: string): string => `/work/todo?task=${task}`

/** The page on which a model is drawn. */
export const newModelAddress = '/flow/model?id=new'
