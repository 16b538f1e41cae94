import { sql } from '../database/fragment.ts'
import { runAll } from '../database/run.ts'
import { maxFailures, timerText } from '../processes/signal.ts'
import type { Workflow } from '../processes/workflow.ts'
import type { EngineJob } from './job.ts'

/** Timers that one run signals. */
const maxTimers = 1000

const isDue = sql`due <= now() and failures < ${maxFailures}::integer`

/** The job that signals due timers of processes, each in a transaction of its own; one that fails three times stops. */
export const flowTimers = (workflow: () => Workflow): EngineJob => ({
  title: { zh: '流程定时', en: 'Timers of processes' },
  schedule: { seconds: 60, atStart: true },
  dueIf: sql`exists (select from engine_flow_timer where ${isDue})`,
  async run({ queries, executionFor, signal, warn, ctx }) {
    const at = sql`${ctx.clock.now.toISOString()}::timestamptz`
    const rows = await runAll(
      queries,
      sql`select tenant_id as tenant, instance_id::text as instance, token, node from engine_flow_timer
        where due <= ${at} and failures < ${maxFailures}::integer order by due limit ${maxTimers}::integer`,
    )
    let done = 0
    for (const row of rows) {
      if (signal.aborted) break
      const [instance, node] = [String(row['instance']), String(row['node'])]
      try {
        const context = executionFor(String(row['tenant'])).ctx
        await workflow().due(context, instance, Number(row['token']), node)
        done++
      } catch (error) {
        warn(error, `the timer "${node}" of the process instance ${instance} failed`)
        const reason = JSON.stringify(timerText(node))
        await runAll(
          queries,
          sql`with failed as (update engine_flow_timer set failures = failures + 1
              where instance_id = ${instance}::bigint and token = ${Number(row['token'])}::integer and node = ${node} returning failures)
            update engine_flow_instance set reason = ${reason}::text::jsonb where id = ${instance}::bigint
              and exists (select from failed where failures >= ${maxFailures}::integer)`,
        )
      }
    }
    return done
  },
})
