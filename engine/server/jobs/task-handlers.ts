import { refuse } from '../errors/refuse.ts'
import type { EngineHandlers } from '../store/action.ts'
import { startByHand } from './job-table.ts'

/** The engine's handlers of the resource of scheduled tasks. */
export const taskHandlers: EngineHandlers = {
  sysTask: {
    async run({ record, context: { ctx, queries } }) {
      const { userId, name } = ctx.actor
      if (record === null || userId === null)
        throw refuse.input({ id: { zh: '缺少任务 ID', en: 'The ID of the task is missing' } })
      if (!(await startByHand(queries, record['code'], { id: userId, name })))
        throw refuse.conflict('job.running', {
          zh: '任务正在执行，请在本次执行结束后再试',
          en: 'The task is running. Start it again when this run has ended.',
        })
      return {}
    },
  },
}
