import { cpus, loadavg, totalmem } from 'node:os'

/** The machine of the measurement. */
export function machine(): string {
  const [first] = cpus()
  const memory = Math.round(totalmem() / 2 ** 30)
  const day = new Date().toISOString().slice(0, 10)
  const busy = (loadavg()[0] ?? 0).toFixed(1)
  return `${day}, Node ${process.version}, ${cpus().length} × ${first?.model.trim()}, ${memory} GiB; load before the run ${busy}. Other machines differ; the ratios should not.`
}
