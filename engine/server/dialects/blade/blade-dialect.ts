import type { Contexts } from '../../auth/request-context.ts'
import type { App } from '../../http/app.ts'
import type { BladeParts } from './blade-parts.ts'
import { dictionaryCalls } from './dictionary-calls.ts'
import { bladeFlowCalls } from './flow-dialect.ts'
import { menuCalls } from './menu-calls.ts'
import { menuRecordCalls } from './menu-record-calls.ts'
import { passwordCalls } from './password-calls.ts'
import { regionCalls } from './region-calls.ts'
import { registrationCalls } from './registration-calls.ts'
import { resourceCalls } from './resource-calls.ts'
import { roleCalls } from './role-calls.ts'
import { serviceCalls } from './service-calls.ts'
import { tenantCalls } from './tenant-calls.ts'
import { tenantDictionaryCalls } from './tenant-dictionary-calls.ts'
import { topMenuCalls } from './top-menu-calls.ts'
import { userCalls } from './user-calls.ts'

/** `/api/blade-*`: the endpoints of the BladeX platform that its clients need for sign-in and user administration. */
export function bladeDialect(
  app: App,
  parts: BladeParts & { readonly contexts: Contexts; readonly secret: Uint8Array },
): void {
  tenantCalls(app, parts)
  serviceCalls(app, parts)
  resourceCalls(app, parts)
  regionCalls(app, parts)
  menuCalls(app, parts)
  menuRecordCalls(app, parts)
  topMenuCalls(app, parts)
  dictionaryCalls(app)
  tenantDictionaryCalls(app, parts)
  userCalls(app, parts)
  passwordCalls(app, parts)
  registrationCalls(app, parts)
  roleCalls(app, parts)
  bladeFlowCalls(app, parts)
}
