import type { BoardWork } from '../../model/chart.ts'
import { type Keys, newKey, shared } from '../language/key.ts'
import { at, itemsOf, type Node, textOf } from '../tree.ts'

/** The keys of an entry of a tile with `work`. */
export const workKeys: Keys = {
  of: newKey({ type: 'string' }, '资源', 'The resource.', 'visit', { required: true }),
  where: newKey(
    shared('expression'),
    '哪些记录在等当前用户；me 是当前用户',
    'Which records wait for the user; `me` is the current user.',
    `"state == 'sent' && createUser == me.id"`,
    { required: true },
  ),
  due: newKey(
    shared('expression'),
    '等到哪一天或什么时间，先到期的排在前面',
    'The day or time until which they wait; the earliest comes first.',
    'startDay',
    { required: true },
  ),
  step: newKey(
    shared('name'),
    '要做的步骤；没有它的权限的人看不到这些记录',
    'The step to take. Users without its code do not see the records.',
    'remind',
    { required: true },
  ),
}

/** The entries of a tile with `work`. */
export const workOf = (node: Node | undefined): BoardWork[] =>
  itemsOf(node).map(entry => {
    const text = (key: string) => textOf(at(entry, key)) ?? ''
    return { of: text('of'), where: text('where'), due: text('due'), step: text('step') }
  })
