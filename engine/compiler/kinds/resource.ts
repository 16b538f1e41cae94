import { buildResources } from '../build-resource.ts'
import { checkAutomaticEffects } from '../checks/automatic-effects.ts'
import { checkAutomaticSteps } from '../checks/automatic-steps.ts'
import { checkBinds } from '../checks/binds.ts'
import { checkEffects } from '../checks/effects.ts'
import { checkExpressions } from '../checks/expressions.ts'
import { checkFields } from '../checks/fields.ts'
import { checkLifecycles } from '../checks/lifecycles.ts'
import { checkNames } from '../checks/names.ts'
import { checkOperations } from '../checks/operations.ts'
import { checkQueries } from '../checks/queries.ts'
import { checkRelations } from '../checks/relations.ts'
import { checkReadsOfRoles } from '../checks/roles.ts'
import { checkScreens } from '../checks/screens.ts'
import { checkUniqueSets } from '../checks/unique-sets.ts'
import type { Kind } from '../kind.ts'
import { bindKeys } from '../language/binds.ts'
import {
  createEffectKeys,
  linesEffectKeys,
  sendEffectKeys,
  startEffectKeys,
  updateEffectKeys,
} from '../language/effects.ts'
import { fieldKeys } from '../language/field.ts'
import { objectOf, refining } from '../language/key.ts'
import { actionKeys, editKeys, lifecycleKeys, opensKeys, transitionKeys } from '../language/lifecycle.ts'
import { queryKeys } from '../language/queries.ts'
import {
  accessKeys,
  againstKeys,
  allowIfKeys,
  dialectKeys,
  formGroupKeys,
  listKeys,
  menuKeys,
  resourceKeys,
  uniqueKeys,
} from '../language/resource.ts'
import { recallEach } from '../recalled-checks.ts'
import { ruleKeys } from '../rule.ts'

/** The table, endpoints, permissions and screens of one entity. */
export const resourceKind: Kind = {
  location: 'resources/<module>/<name>.yaml',
  schema: refining(objectOf(resourceKeys)),
  whole: objectOf(resourceKeys),
  sections: [
    ['资源 resources/<module>/<name>.yaml', resourceKeys],
    ['菜单位置 menu', menuKeys],
    ['所有字段 fields.*', fieldKeys],
    ['规则 rules[]', ruleKeys],
    ['列表 list', listKeys],
    ['表单分组 form[]', formGroupKeys],
    ['生命周期 lifecycle', lifecycleKeys],
    ['开放时间 lifecycle.opens', opensKeys],
    ['流转 lifecycle.transitions.*', transitionKeys],
    ['步骤改的字段 edit.*', editKeys],
    ['动作 actions.*', actionKeys],
    ['改写记录 updates', updateEffectKeys],
    ['生成记录 creates', createEffectKeys],
    ['新记录的明细 creates.with.*', linesEffectKeys],
    ['发送消息 sends', sendEffectKeys],
    ['启动流程 starts', startEffectKeys],
    ['查询 queries.*', queryKeys],
    ['绑定 bind.*', bindKeys],
    ['访问 access[]', accessKeys],
    ['合在一起不可重复 unique', uniqueKeys],
    ['编辑和删除的条件 allowIf', allowIfKeys],
    ['与另一条记录对照 against', againstKeys],
    ['其他协议的接口 dialect', dialectKeys],
  ],
  check(scene) {
    checkNames(scene)
    checkRelations(scene)
    checkOperations(scene)
    recallEach(scene, each => {
      checkFields(each)
      checkScreens(each)
      checkUniqueSets(each)
      checkLifecycles(each)
      checkAutomaticSteps(each)
      checkAutomaticEffects(each)
      checkExpressions(each)
      checkEffects(each)
      checkQueries(each)
      checkBinds(each)
      checkReadsOfRoles(each)
    })
  },
  build: workspace => ({ resources: buildResources(workspace) }),
}
