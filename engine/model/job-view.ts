/** A scheduled job as administrators see it. */
export interface JobView {
  readonly name: string
  /** In the language of the request. */
  readonly title: string
  /** Interval in seconds, or time of day (`HH:mm`). */
  readonly schedule: { readonly seconds: number } | { readonly at: string }
  /** `YYYY-MM-DD HH:mm:ss`. */
  readonly nextTime: string
  readonly isRunning: boolean
  readonly last: JobRunView | null
}

/** One run of a job. */
export interface JobRunView {
  readonly id: string
  readonly job: string
  readonly title: string
  readonly startTime: string
  readonly endTime: string | null
  /** Milliseconds; of a run that has not ended, until now. */
  readonly duration: number
  readonly result: 'running' | 'done' | 'failed'
  /** The number of effects, such as deleted rows. */
  readonly count: number
  /** The error of a run that failed. */
  readonly message: string | null
  readonly attempts: number
  /** The process that has or had it. */
  readonly server: string
  /** The administrator who started it by hand. */
  readonly userName: string | null
}
