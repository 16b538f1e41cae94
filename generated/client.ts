// Generated from the descriptors by `npm run generate`. Do not edit.

import { type Calls, type Connection, connect, type MessagePreview, type Page, type QueryCall, type ReadRecords, type Records, type RequiredQueryCall, type RowList, type StepCall, type WithInput } from '../engine/client/connect.ts'
import type * as types from './types.ts'

/** All calls, by resource. */
export interface Client {
  /** OAuth client 应用 */
  readonly bladeClient: Records<types.BladeClient, types.BladeClientSave, types.BladeClientUpdate, types.BladeClientQuery>
  /** Setting 参数 */
  readonly bladeConfig: Records<types.BladeConfig, types.BladeConfigSave, types.BladeConfigUpdate, types.BladeConfigQuery> & {
    reset: StepCall<{ id: string; version?: number }, unknown>
  }
  /** Department 机构 */
  readonly bladeDept: Records<types.BladeDept, types.BladeDeptSave, types.BladeDeptUpdate, types.BladeDeptQuery>
  /** System dictionary 系统字典 */
  readonly bladeDict: Records<types.BladeDict, types.BladeDictSave, types.BladeDictUpdate, types.BladeDictQuery> & {
    reset: StepCall<{ id: string; version?: number }, unknown>
  }
  /** Business dictionary 业务字典 */
  readonly bladeDictBiz: Records<types.BladeDictBiz, types.BladeDictBizSave, types.BladeDictBizUpdate, types.BladeDictBizQuery>
  /** Menu 菜单 */
  readonly bladeMenu: Records<types.BladeMenu, types.BladeMenuSave, types.BladeMenuUpdate, types.BladeMenuQuery> & {
    reset: StepCall<{ id: string; version?: number }, unknown>
  }
  /** Position 岗位 */
  readonly bladePost: Records<types.BladePost, types.BladePostSave, types.BladePostUpdate, types.BladePostQuery>
  /** Role 角色 */
  readonly bladeRole: Records<types.BladeRole, types.BladeRoleSave, types.BladeRoleUpdate, types.BladeRoleQuery> & {
    reset: StepCall<{ id: string; version?: number }, unknown>
  }
  /** Tenant 租户 */
  readonly bladeTenant: Records<types.BladeTenant, types.BladeTenantSave, types.BladeTenantUpdate, types.BladeTenantQuery> & {
    issuePassword: StepCall<{ id: string; version?: number } & types.BladeTenantIssuePasswordInput, types.BladeTenantIssuePasswordAnswer>
  }
  /** User 用户 */
  readonly bladeUser: Records<types.BladeUser, types.BladeUserSave, types.BladeUserUpdate, types.BladeUserQuery> & {
    disable: StepCall<{ id: string; version?: number }, unknown>
    enable: StepCall<{ id: string; version?: number }, unknown>
  }
  /** Morning health check 晨检记录 */
  readonly businessEntMorningCheck: Records<types.BusinessEntMorningCheck, types.BusinessEntMorningCheckSave, types.BusinessEntMorningCheckUpdate, types.BusinessEntMorningCheckQuery>
  /** Purchase order 采购订单 */
  readonly businessEntOrder: Records<types.BusinessEntOrder, types.BusinessEntOrderSave, types.BusinessEntOrderUpdate, types.BusinessEntOrderQuery> & {
    detailAnalysisOrder: RequiredQueryCall<WithInput<types.BusinessEntOrderDetailAnalysisOrderInput, types.BusinessEntOrderQuery>, Page<types.BusinessEntOrder>>
  }
  /** Order item 订单明细 */
  readonly businessEntOrderDetail: Records<types.BusinessEntOrderDetail, types.BusinessEntOrderDetailSave, types.BusinessEntOrderDetailUpdate, types.BusinessEntOrderDetailQuery> & {
    listDeliveryDetail: RequiredQueryCall<types.BusinessEntOrderDetailListDeliveryDetailInput, RowList<types.BusinessEntOrderDetail>>
  }
  /** Employee 从业人员 */
  readonly businessEntPersonnel: Records<types.BusinessEntPersonnel, types.BusinessEntPersonnelSave, types.BusinessEntPersonnelUpdate, types.BusinessEntPersonnelQuery>
  /** Food sample 留样记录 */
  readonly businessEntRetentionSample: Records<types.BusinessEntRetentionSample, types.BusinessEntRetentionSampleSave, types.BusinessEntRetentionSampleUpdate, types.BusinessEntRetentionSampleQuery> & {
    dispose: StepCall<{ id: string; version?: number } & types.BusinessEntRetentionSampleDisposeInput, types.BusinessEntRetentionSample>
  }
  /** Product category 产品分类 */
  readonly businessProductType: Records<types.BusinessProductType, types.BusinessProductTypeSave, types.BusinessProductTypeUpdate, types.BusinessProductTypeQuery>
  /** Camera 摄像头 */
  readonly entCamera: Records<types.EntCamera, types.EntCameraSave, types.EntCameraUpdate, types.EntCameraQuery>
  /** AI capture 摄像头抓拍 */
  readonly entCameraScreenshot: Records<types.EntCameraScreenshot, types.EntCameraScreenshotSave, types.EntCameraScreenshotUpdate, types.EntCameraScreenshotQuery> & {
    sendMsg: StepCall<{ id: string; version?: number } & types.EntCameraScreenshotSendMsgInput, unknown>
    getMsgTemplate: RequiredQueryCall<{ id: string }, readonly MessagePreview[]>
  }
  /** Business 企业信息 */
  readonly entInfo: Records<types.EntInfo, types.EntInfoSave, types.EntInfoUpdate, types.EntInfoQuery> & {
    schoolPage: QueryCall<types.EntInfoQuery, Page<types.EntInfo>>
    listLicenceSystemByQuery: QueryCall<types.EntInfoListLicenceSystemByQueryInput, RowList<types.EntInfoListLicenceSystemByQueryRow>>
  }
  /** Checklist item 检查项目 */
  readonly entInspectItem: Records<types.EntInspectItem, types.EntInspectItemSave, types.EntInspectItemUpdate, types.EntInspectItemQuery>
  /** Item result 检查结果 */
  readonly entInspectItemLog: Records<types.EntInspectItemLog, types.EntInspectItemLogSave, types.EntInspectItemLogUpdate, types.EntInspectItemLogQuery>
  /** Inspection 检查记录 */
  readonly entInspectLog: Records<types.EntInspectLog, types.EntInspectLogSave, types.EntInspectLogUpdate, types.EntInspectLogQuery> & {
    finish: StepCall<{ id: string; version?: number }, types.EntInspectLog>
    order: StepCall<{ id: string; version?: number } & types.EntInspectLogOrderInput, types.EntInspectLog>
    rectify: StepCall<{ id: string; version?: number } & types.EntInspectLogRectifyInput, types.EntInspectLog>
  }
  /** Rectification notice 责令改正通知书 */
  readonly entNoticeLetter: Records<types.EntNoticeLetter, types.EntNoticeLetterSave, types.EntNoticeLetterUpdate, types.EntNoticeLetterQuery> & {
    issue: StepCall<{ id: string; version?: number }, types.EntNoticeLetter>
    handle: StepCall<{ id: string; version?: number } & types.EntNoticeLetterHandleInput, types.EntNoticeLetter>
    reject: StepCall<{ id: string; version?: number } & types.EntNoticeLetterRejectInput, types.EntNoticeLetter>
    adopt: StepCall<{ id: string; version?: number }, types.EntNoticeLetter>
    sendMsg: StepCall<{ id: string; version?: number } & types.EntNoticeLetterSendMsgInput, unknown>
    getMsgTemplate: RequiredQueryCall<{ id: string }, readonly MessagePreview[]>
  }
  /** Business category 企业类型 */
  readonly entType: Records<types.EntType, types.EntTypeSave, types.EntTypeUpdate, types.EntTypeQuery>
  /** Alert 预警记录 */
  readonly entWarningLog: Records<types.EntWarningLog, types.EntWarningLogSave, types.EntWarningLogUpdate, types.EntWarningLogQuery> & {
    handle: StepCall<{ id: string; version?: number } & types.EntWarningLogHandleInput, types.EntWarningLog>
    raise: StepCall<{ id: string; version?: number }, types.EntWarningLog>
    sendMsg: StepCall<{ id: string; version?: number } & types.EntWarningLogSendMsgInput, unknown>
    getMsgTemplate: RequiredQueryCall<{ id: string }, readonly MessagePreview[]>
  }
  /** Send log 发送记录 */
  readonly msgSendLog: ReadRecords<types.MsgSendLog, types.MsgSendLogQuery>
  /** Message text 消息文本 */
  readonly msgText: Records<types.MsgText, types.MsgTextSave, types.MsgTextUpdate, types.MsgTextQuery> & {
    reset: StepCall<{ id: string; version?: number }, unknown>
  }
  /** School 学校信息 */
  readonly schoolInfo: Records<types.SchoolInfo, types.SchoolInfoSave, types.SchoolInfoUpdate, types.SchoolInfoQuery>
  /** Authority 监管机构 */
  readonly sysOrgan: Records<types.SysOrgan, types.SysOrganSave, types.SysOrganUpdate, types.SysOrganQuery>
  /** Region 行政区划 */
  readonly sysRegion: Records<types.SysRegion, types.SysRegionSave, types.SysRegionUpdate, types.SysRegionQuery>
  /** Scheduled task 定时任务 */
  readonly sysTask: ReadRecords<types.SysTask, types.SysTaskQuery> & {
    run: StepCall<{ id: string; version?: number }, unknown>
  }
  /** Task log 任务日志 */
  readonly sysTaskLog: ReadRecords<types.SysTaskLog, types.SysTaskLogQuery>
}

const calls = {
  bladeClient: { path: '/api/blade/v1/bladeClient', steps: {} },
  bladeConfig: { path: '/api/blade/v1/bladeConfig', steps: { reset: ['POST', 'reset'] } },
  bladeDept: { path: '/api/blade/v1/bladeDept', steps: {} },
  bladeDict: { path: '/api/blade/v1/bladeDict', steps: { reset: ['POST', 'reset'] } },
  bladeDictBiz: { path: '/api/blade/v1/bladeDictBiz', steps: {} },
  bladeMenu: { path: '/api/blade/v1/bladeMenu', steps: { reset: ['POST', 'reset'] } },
  bladePost: { path: '/api/blade/v1/bladePost', steps: {} },
  bladeRole: { path: '/api/blade/v1/bladeRole', steps: { reset: ['POST', 'reset'] } },
  bladeTenant: { path: '/api/blade/v1/bladeTenant', steps: { issuePassword: ['POST', 'issuePassword'] } },
  bladeUser: { path: '/api/blade/v1/bladeUser', steps: { disable: ['POST', 'disable'], enable: ['POST', 'enable'] } },
  businessEntMorningCheck: { path: '/api/business/v1/businessEntMorningCheck', steps: {} },
  businessEntOrder: { path: '/api/business/v1/businessEntOrder', steps: { detailAnalysisOrder: ['GET', 'detailAnalysisOrder'] } },
  businessEntOrderDetail: { path: '/api/business/v1/businessEntOrderDetail', steps: { listDeliveryDetail: ['GET', 'listDeliveryDetail'] } },
  businessEntPersonnel: { path: '/api/business/v1/businessEntPersonnel', steps: {} },
  businessEntRetentionSample: { path: '/api/business/v1/businessEntRetentionSample', steps: { dispose: ['POST', 'dispose'] } },
  businessProductType: { path: '/api/business/v1/businessProductType', steps: {} },
  entCamera: { path: '/api/ent/v1/entCamera', steps: {} },
  entCameraScreenshot: { path: '/api/ent/v1/entCameraScreenshot', steps: { sendMsg: ['POST', 'sendMsg'], getMsgTemplate: ['GET', 'getMsgTemplate'] } },
  entInfo: { path: '/api/ent/v1/entInfo', steps: { schoolPage: ['GET', 'schoolPage'], listLicenceSystemByQuery: ['GET', 'listLicenceSystemByQuery'] } },
  entInspectItem: { path: '/api/ent/v1/entInspectItem', steps: {} },
  entInspectItemLog: { path: '/api/ent/v1/entInspectItemLog', steps: {} },
  entInspectLog: { path: '/api/ent/v1/entInspectLog', steps: { finish: ['POST', 'finish'], order: ['POST', 'order'], rectify: ['POST', 'rectify'] } },
  entNoticeLetter: { path: '/api/ent/v1/entNoticeLetter', steps: { issue: ['POST', 'issue'], handle: ['PUT', 'handle'], reject: ['POST', 'reject'], adopt: ['PUT', 'adopt'], sendMsg: ['POST', 'sendMsg'], getMsgTemplate: ['GET', 'getMsgTemplate'] } },
  entType: { path: '/api/ent/v1/entType', steps: {} },
  entWarningLog: { path: '/api/ent/v1/entWarningLog', steps: { handle: ['PUT', 'handle'], raise: ['POST', 'raise'], sendMsg: ['POST', 'sendMsg'], getMsgTemplate: ['GET', 'getMsgTemplate'] } },
  msgSendLog: { path: '/api/msg/v1/msgSendLog', steps: {} },
  msgText: { path: '/api/msg/v1/msgText', steps: { reset: ['POST', 'reset'] } },
  schoolInfo: { path: '/api/school/v1/schoolInfo', steps: {} },
  sysOrgan: { path: '/api/sys/v1/sysOrgan', steps: {} },
  sysRegion: { path: '/api/sys/v1/sysRegion', steps: {} },
  sysTask: { path: '/api/sys/v1/sysTask', steps: { run: ['POST', 'run'] } },
  sysTaskLog: { path: '/api/sys/v1/sysTaskLog', steps: {} },
} as const satisfies Calls

/** A client of the server at that address. */
export const createClient = (connection: Connection): Client => connect<Client>(connection, calls)
