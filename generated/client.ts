// Generated from the descriptors by `npm run generate`. Do not edit.

import { type Calls, type Connection, connect, type MessagePreview, type Page, type QueryCall, type ReadRecords, type Records, type RequiredQueryCall, type RowList, type StepCall, type WithInput } from '../engine/client/connect.ts'
import type * as types from './types.ts'

/** All calls, by resource. */
export interface Client {
  /** API scope 接口权限 */
  readonly bladeApiScope: Records<types.BladeApiScope, types.BladeApiScopeSave, types.BladeApiScopeUpdate, types.BladeApiScopeQuery>
  /** Upload 附件 */
  readonly bladeAttach: ReadRecords<types.BladeAttach, types.BladeAttachQuery> & {
    upload: StepCall<types.BladeAttachUploadInput, unknown>
  }
  /** OAuth client 应用 */
  readonly bladeClient: Records<types.BladeClient, types.BladeClientSave, types.BladeClientUpdate, types.BladeClientQuery>
  /** Code generation 代码生成 */
  readonly bladeCode: Records<types.BladeCode, types.BladeCodeSave, types.BladeCodeUpdate, types.BladeCodeQuery>
  /** Setting 参数 */
  readonly bladeConfig: Records<types.BladeConfig, types.BladeConfigSave, types.BladeConfigUpdate, types.BladeConfigQuery> & {
    reset: StepCall<{ id: string; version?: number }, unknown>
  }
  /** Data scope 数据权限 */
  readonly bladeDataScope: Records<types.BladeDataScope, types.BladeDataScopeSave, types.BladeDataScopeUpdate, types.BladeDataScopeQuery>
  /** Data source 数据源 */
  readonly bladeDatasource: Records<types.BladeDatasource, types.BladeDatasourceSave, types.BladeDatasourceUpdate, types.BladeDatasourceQuery>
  /** Department 机构 */
  readonly bladeDept: Records<types.BladeDept, types.BladeDeptSave, types.BladeDeptUpdate, types.BladeDeptQuery>
  /** Department phone 部门电话 */
  readonly bladeDeptPhone: Records<types.BladeDeptPhone, types.BladeDeptPhoneSave, types.BladeDeptPhoneUpdate, types.BladeDeptPhoneQuery>
  /** System dictionary 系统字典 */
  readonly bladeDict: Records<types.BladeDict, types.BladeDictSave, types.BladeDictUpdate, types.BladeDictQuery> & {
    reset: StepCall<{ id: string; version?: number }, unknown>
  }
  /** Business dictionary 业务字典 */
  readonly bladeDictBiz: Records<types.BladeDictBiz, types.BladeDictBizSave, types.BladeDictBizUpdate, types.BladeDictBizQuery>
  /** Work calendar 工作日历 */
  readonly bladeHoliday: Records<types.BladeHoliday, types.BladeHolidaySave, types.BladeHolidayUpdate, types.BladeHolidayQuery>
  /** External identity 外部身份 */
  readonly bladeIdentity: Records<types.BladeIdentity, types.BladeIdentitySave, types.BladeIdentityUpdate, types.BladeIdentityQuery>
  /** Provisioning rule 自动开户规则 */
  readonly bladeIdentityRule: Records<types.BladeIdentityRule, types.BladeIdentityRuleSave, types.BladeIdentityRuleUpdate, types.BladeIdentityRuleQuery>
  /** Identity source 身份来源 */
  readonly bladeIdentitySource: Records<types.BladeIdentitySource, types.BladeIdentitySourceSave, types.BladeIdentitySourceUpdate, types.BladeIdentitySourceQuery> & {
    disable: StepCall<{ id: string; version?: number }, unknown>
    enable: StepCall<{ id: string; version?: number }, unknown>
  }
  /** Menu 菜单 */
  readonly bladeMenu: Records<types.BladeMenu, types.BladeMenuSave, types.BladeMenuUpdate, types.BladeMenuQuery> & {
    reset: StepCall<{ id: string; version?: number }, unknown>
  }
  /** Announcement 通知公告 */
  readonly bladeNotice: Records<types.BladeNotice, types.BladeNoticeSave, types.BladeNoticeUpdate, types.BladeNoticeQuery> & {
    top: QueryCall<types.BladeNoticeQuery, Page<types.BladeNotice>>
  }
  /** Object storage 对象存储 */
  readonly bladeOss: Records<types.BladeOss, types.BladeOssSave, types.BladeOssUpdate, types.BladeOssQuery> & {
    enable: StepCall<{ id: string; version?: number }, unknown>
    disable: StepCall<{ id: string; version?: number }, unknown>
  }
  /** Position 岗位 */
  readonly bladePost: Records<types.BladePost, types.BladePostSave, types.BladePostUpdate, types.BladePostQuery>
  /** Registration 注册申请 */
  readonly bladeRegistration: Records<types.BladeRegistration, types.BladeRegistrationSave, types.BladeRegistrationUpdate, types.BladeRegistrationQuery> & {
    approve: StepCall<{ id: string; version?: number } & types.BladeRegistrationApproveInput, types.BladeRegistration>
    reject: StepCall<{ id: string; version?: number } & types.BladeRegistrationRejectInput, types.BladeRegistration>
  }
  /** Role 角色 */
  readonly bladeRole: Records<types.BladeRole, types.BladeRoleSave, types.BladeRoleUpdate, types.BladeRoleQuery> & {
    reset: StepCall<{ id: string; version?: number }, unknown>
    bindEntType: StepCall<{ roleId: string; ids: readonly string[]; version?: number }, types.BladeRole>
    listTypeByRoleId: RequiredQueryCall<{ roleId: string }, RowList<types.EntType>>
  }
  /** Service token 服务令牌 */
  readonly bladeServiceToken: Records<types.BladeServiceToken, types.BladeServiceTokenSave, types.BladeServiceTokenUpdate, types.BladeServiceTokenQuery> & {
    issue: StepCall<{ id: string; version?: number }, types.BladeServiceTokenIssueAnswer>
    revoke: StepCall<{ id: string; version?: number }, unknown>
  }
  /** Text message service 短信配置 */
  readonly bladeSms: Records<types.BladeSms, types.BladeSmsSave, types.BladeSmsUpdate, types.BladeSmsQuery> & {
    enable: StepCall<{ id: string; version?: number }, unknown>
    disable: StepCall<{ id: string; version?: number }, unknown>
    send: StepCall<{ id: string; version?: number } & types.BladeSmsSendInput, unknown>
  }
  /** Tenant 租户 */
  readonly bladeTenant: Records<types.BladeTenant, types.BladeTenantSave, types.BladeTenantUpdate, types.BladeTenantQuery> & {
    issuePassword: StepCall<{ id: string; version?: number } & types.BladeTenantIssuePasswordInput, types.BladeTenantIssuePasswordAnswer>
  }
  /** Tenant package 租户产品包 */
  readonly bladeTenantPackage: Records<types.BladeTenantPackage, types.BladeTenantPackageSave, types.BladeTenantPackageUpdate, types.BladeTenantPackageQuery>
  /** School term 学期 */
  readonly bladeTerm: Records<types.BladeTerm, types.BladeTermSave, types.BladeTermUpdate, types.BladeTermQuery>
  /** Third-party company 第三方公司 */
  readonly bladeThirdPartyCompany: Records<types.BladeThirdPartyCompany, types.BladeThirdPartyCompanySave, types.BladeThirdPartyCompanyUpdate, types.BladeThirdPartyCompanyQuery> & {
    changeStatus: StepCall<{ id: string; version?: number } & types.BladeThirdPartyCompanyChangeStatusInput, unknown>
    bindCompanyIdAndEntIds: StepCall<{ companyId: string; ids: readonly string[]; version?: number }, types.BladeThirdPartyCompany>
    listEntIdsByCompanyId: RequiredQueryCall<{ companyId: string }, readonly string[]>
  }
  /** Third-party organisation 第三方机构 */
  readonly bladeThirdPartyOrg: Records<types.BladeThirdPartyOrg, types.BladeThirdPartyOrgSave, types.BladeThirdPartyOrgUpdate, types.BladeThirdPartyOrgQuery> & {
    changeStatus: StepCall<{ id: string; version?: number } & types.BladeThirdPartyOrgChangeStatusInput, unknown>
    bindThirdOrgIdAndEntIds: StepCall<{ thirdOrgId: string; ids: readonly string[]; version?: number }, types.BladeThirdPartyOrg>
    listEntIdsByThirdOrgId: RequiredQueryCall<{ thirdOrgId: string }, readonly string[]>
  }
  /** User 用户 */
  readonly bladeUser: Records<types.BladeUser, types.BladeUserSave, types.BladeUserUpdate, types.BladeUserQuery> & {
    disable: StepCall<{ id: string; version?: number }, unknown>
    enable: StepCall<{ id: string; version?: number }, unknown>
    resetFactor: StepCall<{ id: string; version?: number }, unknown>
  }
  /** Accompanied meal 陪餐记录 */
  readonly businessAccompanyLog: Records<types.BusinessAccompanyLog, types.BusinessAccompanyLogSave, types.BusinessAccompanyLogUpdate, types.BusinessAccompanyLogQuery> & {
    resolve: StepCall<{ id: string; version?: number } & types.BusinessAccompanyLogResolveInput, types.BusinessAccompanyLog>
  }
  /** App advert 应用广告 */
  readonly businessAppAdvert: Records<types.BusinessAppAdvert, types.BusinessAppAdvertSave, types.BusinessAppAdvertUpdate, types.BusinessAppAdvertQuery> & {
    publish: StepCall<{ id: string; version?: number }, types.BusinessAppAdvert>
    withdraw: StepCall<{ id: string; version?: number }, types.BusinessAppAdvert>
    listOnline: RequiredQueryCall<types.BusinessAppAdvertListOnlineInput, RowList<types.BusinessAppAdvert>>
  }
  /** Food recall 食品召回记录 */
  readonly businessEntBack: Records<types.BusinessEntBack, types.BusinessEntBackSave, types.BusinessEntBackUpdate, types.BusinessEntBackQuery> & {
    report: StepCall<{ id: string; version?: number }, types.BusinessEntBack>
    dispose: StepCall<{ id: string; version?: number } & types.BusinessEntBackDisposeInput, types.BusinessEntBack>
    planDisposal: StepCall<{ id: string; version?: number } & types.BusinessEntBackPlanDisposalInput, unknown>
  }
  /** Disinfection record 餐饮具消毒记录 */
  readonly businessEntDisinfect: Records<types.BusinessEntDisinfect, types.BusinessEntDisinfectSave, types.BusinessEntDisinfectUpdate, types.BusinessEntDisinfectQuery>
  /** Pest control record 消杀记录 */
  readonly businessEntDisinfection: Records<types.BusinessEntDisinfection, types.BusinessEntDisinfectionSave, types.BusinessEntDisinfectionUpdate, types.BusinessEntDisinfectionQuery>
  /** Morning health check 晨检记录 */
  readonly businessEntMorningCheck: Records<types.BusinessEntMorningCheck, types.BusinessEntMorningCheckSave, types.BusinessEntMorningCheckUpdate, types.BusinessEntMorningCheckQuery>
  /** Purchase order 采购订单 */
  readonly businessEntOrder: Records<types.BusinessEntOrder, types.BusinessEntOrderSave, types.BusinessEntOrderUpdate, types.BusinessEntOrderQuery> & {
    confirm: StepCall<{ id: string; version?: number }, types.BusinessEntOrder>
    receive: StepCall<{ id: string; version?: number } & types.BusinessEntOrderReceiveInput, types.BusinessEntOrder>
    refuse: StepCall<{ id: string; version?: number } & types.BusinessEntOrderRefuseInput, types.BusinessEntOrder>
    listAnalysisOrderByQuery: QueryCall<types.BusinessEntOrderListAnalysisOrderByQueryInput, RowList<types.BusinessEntOrderListAnalysisOrderByQueryRow>>
    detailAnalysisOrder: RequiredQueryCall<WithInput<types.BusinessEntOrderDetailAnalysisOrderInput, types.BusinessEntOrderQuery>, Page<types.BusinessEntOrder>>
  }
  /** Order item 订单明细 */
  readonly businessEntOrderDetail: Records<types.BusinessEntOrderDetail, types.BusinessEntOrderDetailSave, types.BusinessEntOrderDetailUpdate, types.BusinessEntOrderDetailQuery> & {
    listDelivery: QueryCall<types.BusinessEntOrderDetailQuery, Page<types.BusinessEntOrderDetail>>
    listDeliveryDetail: RequiredQueryCall<types.BusinessEntOrderDetailListDeliveryDetailInput, RowList<types.BusinessEntOrderDetail>>
  }
  /** Ordering and acceptance staff 订货验收人员 */
  readonly businessEntOrderUser: Records<types.BusinessEntOrderUser, types.BusinessEntOrderUserSave, types.BusinessEntOrderUserUpdate, types.BusinessEntOrderUserQuery>
  /** Employee 从业人员 */
  readonly businessEntPersonnel: Records<types.BusinessEntPersonnel, types.BusinessEntPersonnelSave, types.BusinessEntPersonnelUpdate, types.BusinessEntPersonnelQuery>
  /** Food sample 留样记录 */
  readonly businessEntRetentionSample: Records<types.BusinessEntRetentionSample, types.BusinessEntRetentionSampleSave, types.BusinessEntRetentionSampleUpdate, types.BusinessEntRetentionSampleQuery> & {
    dispose: StepCall<{ id: string; version?: number } & types.BusinessEntRetentionSampleDisposeInput, types.BusinessEntRetentionSample>
  }
  /** Training 培训记录 */
  readonly businessEntTrain: Records<types.BusinessEntTrain, types.BusinessEntTrainSave, types.BusinessEntTrainUpdate, types.BusinessEntTrainQuery> & {
    finish: StepCall<{ id: string; version?: number } & types.BusinessEntTrainFinishInput, types.BusinessEntTrain>
    cancel: StepCall<{ id: string; version?: number } & types.BusinessEntTrainCancelInput, types.BusinessEntTrain>
  }
  /** Waste disposal 废弃物处置记录 */
  readonly businessEntWaste: Records<types.BusinessEntWaste, types.BusinessEntWasteSave, types.BusinessEntWasteUpdate, types.BusinessEntWasteQuery>
  /** Product return 产品退货 */
  readonly businessProductBack: Records<types.BusinessProductBack, types.BusinessProductBackSave, types.BusinessProductBackUpdate, types.BusinessProductBackQuery> & {
    confirm: StepCall<{ id: string; version?: number } & types.BusinessProductBackConfirmInput, types.BusinessProductBack>
    cancel: StepCall<{ id: string; version?: number } & types.BusinessProductBackCancelInput, types.BusinessProductBack>
  }
  /** Product category 产品分类 */
  readonly businessProductType: Records<types.BusinessProductType, types.BusinessProductTypeSave, types.BusinessProductTypeUpdate, types.BusinessProductTypeQuery>
  /** Product use 食材领用 */
  readonly businessProductUse: Records<types.BusinessProductUse, types.BusinessProductUseSave, types.BusinessProductUseUpdate, types.BusinessProductUseQuery>
  /** Purchase record 进货查验记录 */
  readonly businessPurchase: Records<types.BusinessPurchase, types.BusinessPurchaseSave, types.BusinessPurchaseUpdate, types.BusinessPurchaseQuery>
  /** Purchased item 进货明细 */
  readonly businessPurchaseItem: Records<types.BusinessPurchaseItem, types.BusinessPurchaseItemSave, types.BusinessPurchaseItemUpdate, types.BusinessPurchaseItemQuery>
  /** Stock batch 库存批次 */
  readonly businessStock: Records<types.BusinessStock, types.BusinessStockSave, types.BusinessStockUpdate, types.BusinessStockQuery>
  /** Camera layout 监控墙布局 */
  readonly cameraLayout: Records<types.CameraLayout, types.CameraLayoutSave, types.CameraLayoutUpdate, types.CameraLayoutQuery> & {
    mine: QueryCall<undefined, RowList<types.CameraLayout>>
  }
  /** Camera 摄像头 */
  readonly entCamera: Records<types.EntCamera, types.EntCameraSave, types.EntCameraUpdate, types.EntCameraQuery> & {
    getUrl: StepCall<{ id: string; version?: number }, types.EntCameraGetUrlAnswer>
    getBackUrl: StepCall<{ id: string; version?: number } & types.EntCameraGetBackUrlInput, types.EntCameraGetBackUrlAnswer>
    getBackVideoUrl: StepCall<{ id: string; version?: number } & types.EntCameraGetBackVideoUrlInput, types.EntCameraGetBackVideoUrlAnswer>
    snapshot: StepCall<{ id: string; version?: number } & types.EntCameraSnapshotInput, types.EntCameraSnapshotAnswer>
    ptz: StepCall<{ id: string; version?: number } & types.EntCameraPtzInput, unknown>
    preset: StepCall<{ id: string; version?: number } & types.EntCameraPresetInput, unknown>
    byEnt: RequiredQueryCall<types.EntCameraByEntInput, RowList<types.EntCameraByEntRow>>
  }
  /** AI capture 摄像头抓拍 */
  readonly entCameraScreenshot: Records<types.EntCameraScreenshot, types.EntCameraScreenshotSave, types.EntCameraScreenshotUpdate, types.EntCameraScreenshotQuery> & {
    sendMsg: StepCall<{ id: string; version?: number } & { templateId?: string } & types.EntCameraScreenshotSendMsgInput, unknown>
    raise: StepCall<{ id: string; version?: number }, unknown>
    getMsgTemplate: RequiredQueryCall<{ id: string }, readonly MessagePreview[]>
  }
  /** Change request 企业变更申请 */
  readonly entChangeRequest: Records<types.EntChangeRequest, types.EntChangeRequestSave, types.EntChangeRequestUpdate, types.EntChangeRequestQuery> & {
    approved: StepCall<{ id: string; version?: number } & types.EntChangeRequestApprovedInput, types.EntChangeRequest>
    auditFailed: StepCall<{ id: string; version?: number } & types.EntChangeRequestAuditFailedInput, types.EntChangeRequest>
  }
  /** Dish 菜品 */
  readonly entDishesDict: Records<types.EntDishesDict, types.EntDishesDictSave, types.EntDishesDictUpdate, types.EntDishesDictQuery>
  /** Business 企业信息 */
  readonly entInfo: Records<types.EntInfo, types.EntInfoSave, types.EntInfoUpdate, types.EntInfoQuery> & {
    adopt: StepCall<{ id: string; version?: number }, types.EntInfo>
    adoptNo: StepCall<{ id: string; version?: number } & types.EntInfoAdoptNoInput, types.EntInfo>
    resubmit: StepCall<{ id: string; version?: number } & types.EntInfoResubmitInput, types.EntInfo>
    logout: StepCall<{ id: string; version?: number } & types.EntInfoLogoutInput, types.EntInfo>
    reinstate: StepCall<{ id: string; version?: number }, types.EntInfo>
    revokeAccess: StepCall<{ id: string; version?: number } & types.EntInfoRevokeAccessInput, types.EntInfo>
    updateRunType: StepCall<{ id: string; version?: number } & types.EntInfoUpdateRunTypeInput, unknown>
    updateVideoApp: StepCall<{ id: string; version?: number } & types.EntInfoUpdateVideoAppInput, unknown>
    updateVipEndTime: StepCall<{ id: string; version?: number } & types.EntInfoUpdateVipEndTimeInput, unknown>
    updateVipPrice: StepCall<{ id: string; version?: number } & types.EntInfoUpdateVipPriceInput, unknown>
    bindTempEntInfo: StepCall<{ id: string; version?: number } & types.EntInfoBindTempEntInfoInput, unknown>
    schoolPage: QueryCall<types.EntInfoQuery, Page<types.EntInfo>>
    evidencePage: QueryCall<types.EntInfoQuery, Page<types.EntInfo>>
    listLicenceSystemByQuery: QueryCall<types.EntInfoListLicenceSystemByQueryInput, RowList<types.EntInfoListLicenceSystemByQueryRow>>
    getBackEntInfo: QueryCall<undefined, types.EntInfo | null>
    getPlatformInfo: RequiredQueryCall<types.EntInfoGetPlatformInfoInput, types.EntInfoGetPlatformInfoRow | null>
  }
  /** Checklist item 检查项目 */
  readonly entInspectItem: Records<types.EntInspectItem, types.EntInspectItemSave, types.EntInspectItemUpdate, types.EntInspectItemQuery>
  /** Item result 检查结果 */
  readonly entInspectItemLog: Records<types.EntInspectItemLog, types.EntInspectItemLogSave, types.EntInspectItemLogUpdate, types.EntInspectItemLogQuery> & {
    evidence: StepCall<{ id: string; version?: number } & types.EntInspectItemLogEvidenceInput, unknown>
  }
  /** Inspection 检查记录 */
  readonly entInspectLog: Records<types.EntInspectLog, types.EntInspectLogSave, types.EntInspectLogUpdate, types.EntInspectLogQuery> & {
    finish: StepCall<{ id: string; version?: number }, types.EntInspectLog>
    order: StepCall<{ id: string; version?: number } & types.EntInspectLogOrderInput, types.EntInspectLog>
    rectify: StepCall<{ id: string; version?: number } & types.EntInspectLogRectifyInput, types.EntInspectLog>
    grade: StepCall<{ id: string; version?: number }, unknown>
    captureInspects: QueryCall<WithInput<types.EntInspectLogCaptureInspectsInput, types.EntInspectLogQuery>, Page<types.EntInspectLogCaptureInspectsRow>>
  }
  /** Rectification notice 责令改正通知书 */
  readonly entNoticeLetter: Records<types.EntNoticeLetter, types.EntNoticeLetterSave, types.EntNoticeLetterUpdate, types.EntNoticeLetterQuery> & {
    issue: StepCall<{ id: string; version?: number }, types.EntNoticeLetter>
    handle: StepCall<{ id: string; version?: number } & types.EntNoticeLetterHandleInput, types.EntNoticeLetter>
    reject: StepCall<{ id: string; version?: number } & types.EntNoticeLetterRejectInput, types.EntNoticeLetter>
    adopt: StepCall<{ id: string; version?: number }, types.EntNoticeLetter>
    sendMsg: StepCall<{ id: string; version?: number } & types.EntNoticeLetterSendMsgInput, unknown>
    receive: StepCall<{ id: string; version?: number } & types.EntNoticeLetterReceiveInput, unknown>
    captureNotices: QueryCall<WithInput<types.EntNoticeLetterCaptureNoticesInput, types.EntNoticeLetterQuery>, Page<types.EntNoticeLetterCaptureNoticesRow>>
    getMsgTemplate: RequiredQueryCall<{ id: string }, readonly MessagePreview[]>
  }
  /** Batch of notices 批量文书 */
  readonly entNoticeLetterCreate: Records<types.EntNoticeLetterCreate, types.EntNoticeLetterCreateSave, types.EntNoticeLetterCreateUpdate, types.EntNoticeLetterCreateQuery> & {
    generate: StepCall<{ id: string; version?: number }, types.EntNoticeLetterCreate>
  }
  /** Business of a batch 批次企业 */
  readonly entNoticeLetterCreateItem: Records<types.EntNoticeLetterCreateItem, types.EntNoticeLetterCreateItemSave, types.EntNoticeLetterCreateItemUpdate, types.EntNoticeLetterCreateItemQuery>
  /** Notice log entry 文书办理记录 */
  readonly entNoticeLetterLog: ReadRecords<types.EntNoticeLetterLog, types.EntNoticeLetterLogQuery>
  /** Remote patrol 远程巡查 */
  readonly entPatrolInspect: Records<types.EntPatrolInspect, types.EntPatrolInspectSave, types.EntPatrolInspectUpdate, types.EntPatrolInspectQuery> & {
    finish: StepCall<{ id: string; version?: number } & types.EntPatrolInspectFinishInput, types.EntPatrolInspect>
    order: StepCall<{ id: string; version?: number }, types.EntPatrolInspect>
    rectify: StepCall<{ id: string; version?: number } & types.EntPatrolInspectRectifyInput, types.EntPatrolInspect>
    inspect: RequiredQueryCall<types.EntPatrolInspectInspectInput, types.EntPatrolInspect | null>
    selectOneOrderByInspectDate: QueryCall<types.EntPatrolInspectSelectOneOrderByInspectDateInput, types.EntPatrolInspect | null>
  }
  /** Payment 缴费记录 */
  readonly entPaymentLog: Records<types.EntPaymentLog, types.EntPaymentLogSave, types.EntPaymentLogUpdate, types.EntPaymentLogQuery> & {
    confirm: StepCall<{ id: string; version?: number } & types.EntPaymentLogConfirmInput, types.EntPaymentLog>
    close: StepCall<{ id: string; version?: number }, types.EntPaymentLog>
    refund: StepCall<{ id: string; version?: number } & types.EntPaymentLogRefundInput, types.EntPaymentLog>
  }
  /** Menu plan 食谱 */
  readonly entRecipes: Records<types.EntRecipes, types.EntRecipesSave, types.EntRecipesUpdate, types.EntRecipesQuery> & {
    publish: StepCall<{ id: string; version?: number }, types.EntRecipes>
    withdraw: StepCall<{ id: string; version?: number }, types.EntRecipes>
  }
  /** Dish of a menu 食谱菜品 */
  readonly entRecipesDish: Records<types.EntRecipesDish, types.EntRecipesDishSave, types.EntRecipesDishUpdate, types.EntRecipesDishQuery> & {
    dishesUpdate: StepCall<{ id: string; version?: number } & types.EntRecipesDishDishesUpdateInput, unknown>
    dishesPage: QueryCall<WithInput<types.EntRecipesDishDishesPageInput, types.EntRecipesDishQuery>, Page<types.EntRecipesDish>>
  }
  /** On-site checklist item 现场检查项目 */
  readonly entSceneInspectItem: Records<types.EntSceneInspectItem, types.EntSceneInspectItemSave, types.EntSceneInspectItemUpdate, types.EntSceneInspectItemQuery>
  /** On-site item result 现场检查结果 */
  readonly entSceneInspectItemLog: Records<types.EntSceneInspectItemLog, types.EntSceneInspectItemLogSave, types.EntSceneInspectItemLogUpdate, types.EntSceneInspectItemLogQuery>
  /** On-site inspection 现场检查 */
  readonly entSceneInspection: Records<types.EntSceneInspection, types.EntSceneInspectionSave, types.EntSceneInspectionUpdate, types.EntSceneInspectionQuery> & {
    finish: StepCall<{ id: string; version?: number } & types.EntSceneInspectionFinishInput, types.EntSceneInspection>
    order: StepCall<{ id: string; version?: number } & types.EntSceneInspectionOrderInput, types.EntSceneInspection>
    rectify: StepCall<{ id: string; version?: number } & types.EntSceneInspectionRectifyInput, types.EntSceneInspection>
    captureScenes: QueryCall<WithInput<types.EntSceneInspectionCaptureScenesInput, types.EntSceneInspectionQuery>, Page<types.EntSceneInspectionCaptureScenesRow>>
  }
  /** On-site patrol 现场巡查 */
  readonly entScenePatrolInspect: Records<types.EntScenePatrolInspect, types.EntScenePatrolInspectSave, types.EntScenePatrolInspectUpdate, types.EntScenePatrolInspectQuery> & {
    finish: StepCall<{ id: string; version?: number } & types.EntScenePatrolInspectFinishInput, types.EntScenePatrolInspect>
    order: StepCall<{ id: string; version?: number }, types.EntScenePatrolInspect>
    rectify: StepCall<{ id: string; version?: number } & types.EntScenePatrolInspectRectifyInput, types.EntScenePatrolInspect>
  }
  /** Self-inspection 企业自查 */
  readonly entSelfInspect: Records<types.EntSelfInspect, types.EntSelfInspectSave, types.EntSelfInspectUpdate, types.EntSelfInspectQuery> & {
    examine: StepCall<{ id: string; version?: number }, unknown>
  }
  /** Business category 企业类型 */
  readonly entType: Records<types.EntType, types.EntTypeSave, types.EntTypeUpdate, types.EntTypeQuery>
  /** Alert 预警记录 */
  readonly entWarningLog: Records<types.EntWarningLog, types.EntWarningLogSave, types.EntWarningLogUpdate, types.EntWarningLogQuery> & {
    handle: StepCall<{ id: string; version?: number } & types.EntWarningLogHandleInput, types.EntWarningLog>
    raise: StepCall<{ id: string; version?: number }, types.EntWarningLog>
    settle: StepCall<{ id: string; version?: number } & types.EntWarningLogSettleInput, types.EntWarningLog>
    sendMsg: StepCall<{ id: string; version?: number } & { templateId?: string } & types.EntWarningLogSendMsgInput, unknown>
    getMsgTemplate: RequiredQueryCall<{ id: string }, readonly MessagePreview[]>
  }
  /** Deployed process 流程部署 */
  readonly flowDefinition: ReadRecords<types.FlowDefinition, types.FlowDefinitionQuery> & {
    suspend: StepCall<{ id: string; version?: number }, unknown>
    activate: StepCall<{ id: string; version?: number }, unknown>
    undeploy: StepCall<{ id: string; version?: number } & types.FlowDefinitionUndeployInput, unknown>
  }
  /** Process instance 流程实例 */
  readonly flowInstance: ReadRecords<types.FlowInstance, types.FlowInstanceQuery> & {
    end: StepCall<{ id: string; version?: number } & types.FlowInstanceEndInput, unknown>
  }
  /** Process model 流程模型 */
  readonly flowModel: ReadRecords<types.FlowModel, types.FlowModelQuery> & {
    deploy: StepCall<{ id: string; version?: number } & types.FlowModelDeployInput, unknown>
  }
  /** Process task 流程任务 */
  readonly flowTask: ReadRecords<types.FlowTask, types.FlowTaskQuery>
  /** Access device 接入设备 */
  readonly instAccessDevice: Records<types.InstAccessDevice, types.InstAccessDeviceSave, types.InstAccessDeviceUpdate, types.InstAccessDeviceQuery>
  /** Access application 接入申请 */
  readonly instAccessInfo: Records<types.InstAccessInfo, types.InstAccessInfoSave, types.InstAccessInfoUpdate, types.InstAccessInfoQuery> & {
    adopt: StepCall<{ id: string; version?: number } & types.InstAccessInfoAdoptInput, types.InstAccessInfo>
    adoptNo: StepCall<{ id: string; version?: number } & types.InstAccessInfoAdoptNoInput, types.InstAccessInfo>
    resubmit: StepCall<{ id: string; version?: number }, types.InstAccessInfo>
  }
  /** Video recorder 录像机信息 */
  readonly instAccessNvrInfo: Records<types.InstAccessNvrInfo, types.InstAccessNvrInfoSave, types.InstAccessNvrInfoUpdate, types.InstAccessNvrInfoQuery>
  /** Installation appointment 安装预约 */
  readonly instAppointment: Records<types.InstAppointment, types.InstAppointmentSave, types.InstAppointmentUpdate, types.InstAppointmentQuery> & {
    adopt: StepCall<{ id: string; version?: number } & types.InstAppointmentAdoptInput, types.InstAppointment>
    adoptNo: StepCall<{ id: string; version?: number } & types.InstAppointmentAdoptNoInput, types.InstAppointment>
    resubmit: StepCall<{ id: string; version?: number }, types.InstAppointment>
    assign: StepCall<{ id: string; version?: number } & types.InstAppointmentAssignInput, unknown>
    finish: StepCall<{ id: string; version?: number } & types.InstAppointmentFinishInput, unknown>
  }
  /** Installer 安装人员 */
  readonly instUserinfo: Records<types.InstUserinfo, types.InstUserinfoSave, types.InstUserinfoUpdate, types.InstUserinfoQuery> & {
    adopt: StepCall<{ id: string; version?: number } & types.InstUserinfoAdoptInput, types.InstUserinfo>
    adoptNo: StepCall<{ id: string; version?: number } & types.InstUserinfoAdoptNoInput, types.InstUserinfo>
    resubmit: StepCall<{ id: string; version?: number }, types.InstUserinfo>
    changeStatus: StepCall<{ id: string; version?: number } & types.InstUserinfoChangeStatusInput, unknown>
  }
  /** Joint API 联合接口 */
  readonly jointApiInfo: Records<types.JointApiInfo, types.JointApiInfoSave, types.JointApiInfoUpdate, types.JointApiInfoQuery> & {
    changeStatus: StepCall<{ id: string; version?: number } & types.JointApiInfoChangeStatusInput, unknown>
  }
  /** Jointly authorised user 联合授权用户 */
  readonly jointAuthUserInfo: Records<types.JointAuthUserInfo, types.JointAuthUserInfoSave, types.JointAuthUserInfoUpdate, types.JointAuthUserInfoQuery> & {
    grant: StepCall<{ id: string; version?: number }, types.JointAuthUserInfo>
    revoke: StepCall<{ id: string; version?: number } & types.JointAuthUserInfoRevokeInput, types.JointAuthUserInfo>
  }
  /** Leave request 请假 */
  readonly leave: Records<types.Leave, types.LeaveSave, types.LeaveUpdate, types.LeaveQuery> & {
    grant: StepCall<{ id: string; version?: number }, types.Leave>
    refuse: StepCall<{ id: string; version?: number }, types.Leave>
  }
  /** API log 接口日志 */
  readonly logApi: ReadRecords<types.LogApi, types.LogApiQuery>
  /** Error log 错误日志 */
  readonly logError: ReadRecords<types.LogError, types.LogErrorQuery>
  /** Send log 发送记录 */
  readonly msgSendLog: ReadRecords<types.MsgSendLog, types.MsgSendLogQuery>
  /** Message template 消息模板 */
  readonly msgTemplate: Records<types.MsgTemplate, types.MsgTemplateSave, types.MsgTemplateUpdate, types.MsgTemplateQuery> & {
    reset: StepCall<{ id: string; version?: number }, unknown>
  }
  /** Template parameter 模板参数 */
  readonly msgTemplateParam: ReadRecords<types.MsgTemplateParam, types.MsgTemplateParamQuery>
  /** Guardian 监护人信息 */
  readonly schoolGuardianInfo: Records<types.SchoolGuardianInfo, types.SchoolGuardianInfoSave, types.SchoolGuardianInfoUpdate, types.SchoolGuardianInfoQuery>
  /** School 学校信息 */
  readonly schoolInfo: Records<types.SchoolInfo, types.SchoolInfoSave, types.SchoolInfoUpdate, types.SchoolInfoQuery>
  /** Student 学生信息 */
  readonly schoolStudentInfo: Records<types.SchoolStudentInfo, types.SchoolStudentInfoSave, types.SchoolStudentInfoUpdate, types.SchoolStudentInfoQuery> & {
    leave: StepCall<{ id: string; version?: number } & types.SchoolStudentInfoLeaveInput, types.SchoolStudentInfo>
  }
  /** Audit log 操作审计 */
  readonly sysAudit: ReadRecords<types.SysAudit, types.SysAuditQuery> & {
    verify: StepCall<Record<string, never>, unknown>
  }
  /** Recent operation 最近操作 */
  readonly sysOperation: ReadRecords<types.SysOperation, types.SysOperationQuery>
  /** Authority 监管机构 */
  readonly sysOrgan: Records<types.SysOrgan, types.SysOrganSave, types.SysOrganUpdate, types.SysOrganQuery>
  /** Device platform 设备平台 */
  readonly sysPlatform: Records<types.SysPlatform, types.SysPlatformSave, types.SysPlatformUpdate, types.SysPlatformQuery> & {
    changeStatus: StepCall<{ id: string; version?: number } & types.SysPlatformChangeStatusInput, unknown>
  }
  /** Region 行政区划 */
  readonly sysRegion: Records<types.SysRegion, types.SysRegionSave, types.SysRegionUpdate, types.SysRegionQuery> & {
    welCodes: QueryCall<types.SysRegionWelCodesInput, RowList<types.SysRegionWelCodesRow>>
    screenCodes: QueryCall<types.SysRegionScreenCodesInput, RowList<types.SysRegionScreenCodesRow>>
  }
  /** Report 报表 */
  readonly sysReport: Records<types.SysReport, types.SysReportSave, types.SysReportUpdate, types.SysReportQuery> & {
    run: StepCall<{ id: string; version?: number }, unknown>
  }
  /** Revision 配置版本 */
  readonly sysRevision: ReadRecords<types.SysRevision, types.SysRevisionQuery>
  /** Saved search 常用查询 */
  readonly sysSearch: ReadRecords<types.SysSearch, types.SysSearchQuery>
  /** Session 登录会话 */
  readonly sysSession: ReadRecords<types.SysSession, types.SysSessionQuery> & {
    end: StepCall<{ id: string; version?: number }, unknown>
  }
  /** Scheduled task 定时任务 */
  readonly sysTask: ReadRecords<types.SysTask, types.SysTaskQuery> & {
    run: StepCall<{ id: string; version?: number }, unknown>
  }
  /** Task log 任务日志 */
  readonly sysTaskLog: ReadRecords<types.SysTaskLog, types.SysTaskLogQuery>
  /** Temporary business 临时企业 */
  readonly tempEntInfo: Records<types.TempEntInfo, types.TempEntInfoSave, types.TempEntInfoUpdate, types.TempEntInfoQuery> & {
    bindTempEntInfo: StepCall<{ id: string; version?: number } & types.TempEntInfoBindTempEntInfoInput, types.TempEntInfo>
    entSynchro: StepCall<types.TempEntInfoEntSynchroInput, types.TempEntInfoEntSynchroAnswer>
    cameraSynchro: StepCall<{ id: string; version?: number }, types.TempEntInfoCameraSynchroAnswer>
  }
  /** Third-party notice 第三方信息通知 */
  readonly thirdInformationNotice: Records<types.ThirdInformationNotice, types.ThirdInformationNoticeSave, types.ThirdInformationNoticeUpdate, types.ThirdInformationNoticeQuery> & {
    publish: StepCall<{ id: string; version?: number }, types.ThirdInformationNotice>
    withdraw: StepCall<{ id: string; version?: number } & types.ThirdInformationNoticeWithdrawInput, types.ThirdInformationNotice>
  }
  /** Pilot exchange 第三方领航对接 */
  readonly thirdPilotage: Records<types.ThirdPilotage, types.ThirdPilotageSave, types.ThirdPilotageUpdate, types.ThirdPilotageQuery> & {
    push: StepCall<{ id: string; version?: number }, types.ThirdPilotage>
    confirm: StepCall<{ id: string; version?: number } & types.ThirdPilotageConfirmInput, types.ThirdPilotage>
    fail: StepCall<{ id: string; version?: number } & types.ThirdPilotageFailInput, types.ThirdPilotage>
    drop: StepCall<{ id: string; version?: number } & types.ThirdPilotageDropInput, types.ThirdPilotage>
  }
  /** Partner platform user 第三方平台用户 */
  readonly thirdPlatformUserInfo: Records<types.ThirdPlatformUserInfo, types.ThirdPlatformUserInfoSave, types.ThirdPlatformUserInfoUpdate, types.ThirdPlatformUserInfoQuery> & {
    bindUser: StepCall<{ id: string; version?: number } & types.ThirdPlatformUserInfoBindUserInput, types.ThirdPlatformUserInfo>
    unbind: StepCall<{ id: string; version?: number }, types.ThirdPlatformUserInfo>
  }
  /** Capture record 违规抓拍 */
  readonly witCaptureRecord: Records<types.WitCaptureRecord, types.WitCaptureRecordSave, types.WitCaptureRecordUpdate, types.WitCaptureRecordQuery> & {
    approved: StepCall<{ id: string; version?: number } & types.WitCaptureRecordApprovedInput, types.WitCaptureRecord>
    auditFailed: StepCall<{ id: string; version?: number } & types.WitCaptureRecordAuditFailedInput, types.WitCaptureRecord>
    sendMsg: StepCall<{ id: string; version?: number } & { templateId?: string } & types.WitCaptureRecordSendMsgInput, unknown>
    captureRecords: QueryCall<WithInput<types.WitCaptureRecordCaptureRecordsInput, types.WitCaptureRecordQuery>, Page<types.WitCaptureRecordCaptureRecordsRow>>
    countByModel: RequiredQueryCall<types.WitCaptureRecordCountByModelInput, RowList<types.WitCaptureRecordCountByModelRow>>
    countByCamera: RequiredQueryCall<types.WitCaptureRecordCountByCameraInput, RowList<types.WitCaptureRecordCountByCameraRow>>
    reviewedByMe: RequiredQueryCall<types.WitCaptureRecordReviewedByMeInput, number>
    review: QueryCall<types.WitCaptureRecordReviewInput, RowList<types.WitCaptureRecord>>
    getMsgTemplate: RequiredQueryCall<{ id: string }, readonly MessagePreview[]>
  }
  /** Detection model 识别模型 */
  readonly witModel: Records<types.WitModel, types.WitModelSave, types.WitModelUpdate, types.WitModelQuery> & {
    changeStatus: StepCall<{ id: string; version?: number } & types.WitModelChangeStatusInput, unknown>
  }
  /** Detection rule 识别规则 */
  readonly witRule: Records<types.WitRule, types.WitRuleSave, types.WitRuleUpdate, types.WitRuleQuery> & {
    changeStatus: StepCall<{ id: string; version?: number } & types.WitRuleChangeStatusInput, unknown>
  }
  /** Rule template 智能规则模板 */
  readonly witTemplate: Records<types.WitTemplate, types.WitTemplateSave, types.WitTemplateUpdate, types.WitTemplateQuery> & {
    changeStatus: StepCall<{ id: string; version?: number } & types.WitTemplateChangeStatusInput, unknown>
    bindTemplateIdAndCameras: StepCall<{ templateId: string; ids: readonly string[]; version?: number }, types.WitTemplate>
    listCamerasByTemplateId: RequiredQueryCall<{ templateId: string }, RowList<types.EntCamera>>
  }
}

const calls = {
  bladeApiScope: { path: '/api/blade/v1/bladeApiScope', steps: {} },
  bladeAttach: { path: '/api/blade/v1/bladeAttach', steps: { upload: ['POST', 'upload'] } },
  bladeClient: { path: '/api/blade/v1/bladeClient', steps: {} },
  bladeCode: { path: '/api/blade/v1/bladeCode', steps: {} },
  bladeConfig: { path: '/api/blade/v1/bladeConfig', steps: { reset: ['POST', 'reset'] } },
  bladeDataScope: { path: '/api/blade/v1/bladeDataScope', steps: {} },
  bladeDatasource: { path: '/api/blade/v1/bladeDatasource', steps: {} },
  bladeDept: { path: '/api/blade/v1/bladeDept', steps: {} },
  bladeDeptPhone: { path: '/api/blade/v1/bladeDeptPhone', steps: {} },
  bladeDict: { path: '/api/blade/v1/bladeDict', steps: { reset: ['POST', 'reset'] } },
  bladeDictBiz: { path: '/api/blade/v1/bladeDictBiz', steps: {} },
  bladeHoliday: { path: '/api/blade/v1/bladeHoliday', steps: {} },
  bladeIdentity: { path: '/api/blade/v1/bladeIdentity', steps: {} },
  bladeIdentityRule: { path: '/api/blade/v1/bladeIdentityRule', steps: {} },
  bladeIdentitySource: { path: '/api/blade/v1/bladeIdentitySource', steps: { disable: ['POST', 'disable'], enable: ['POST', 'enable'] } },
  bladeMenu: { path: '/api/blade/v1/bladeMenu', steps: { reset: ['POST', 'reset'] } },
  bladeNotice: { path: '/api/blade/v1/bladeNotice', steps: { top: ['GET', 'top'] } },
  bladeOss: { path: '/api/blade/v1/bladeOss', steps: { enable: ['POST', 'enable'], disable: ['POST', 'disable'] } },
  bladePost: { path: '/api/blade/v1/bladePost', steps: {} },
  bladeRegistration: { path: '/api/blade/v1/bladeRegistration', steps: { approve: ['POST', 'approve'], reject: ['POST', 'reject'] } },
  bladeRole: { path: '/api/blade/v1/bladeRole', steps: { reset: ['POST', 'reset'], bindEntType: ['POST', 'bindEntType'], listTypeByRoleId: ['GET', 'listTypeByRoleId'] } },
  bladeServiceToken: { path: '/api/blade/v1/bladeServiceToken', steps: { issue: ['POST', 'issue'], revoke: ['POST', 'revoke'] } },
  bladeSms: { path: '/api/blade/v1/bladeSms', steps: { enable: ['POST', 'enable'], disable: ['POST', 'disable'], send: ['POST', 'send'] } },
  bladeTenant: { path: '/api/blade/v1/bladeTenant', steps: { issuePassword: ['POST', 'issuePassword'] } },
  bladeTenantPackage: { path: '/api/blade/v1/bladeTenantPackage', steps: {} },
  bladeTerm: { path: '/api/blade/v1/bladeTerm', steps: {} },
  bladeThirdPartyCompany: { path: '/api/third/v1/bladeThirdPartyCompany', steps: { changeStatus: ['PUT', 'changeStatus'], bindCompanyIdAndEntIds: ['POST', 'bindCompanyIdAndEntIds'], listEntIdsByCompanyId: ['GET', 'listEntIdsByCompanyId'] } },
  bladeThirdPartyOrg: { path: '/api/third/v1/bladeThirdPartyOrg', steps: { changeStatus: ['PUT', 'changeStatus'], bindThirdOrgIdAndEntIds: ['POST', 'bindThirdOrgIdAndEntIds'], listEntIdsByThirdOrgId: ['GET', 'listEntIdsByThirdOrgId'] } },
  bladeUser: { path: '/api/blade/v1/bladeUser', steps: { disable: ['POST', 'disable'], enable: ['POST', 'enable'], resetFactor: ['POST', 'resetFactor'] } },
  businessAccompanyLog: { path: '/api/business/v1/businessAccompanyLog', steps: { resolve: ['POST', 'resolve'] } },
  businessAppAdvert: { path: '/api/business/v1/businessAppAdvert', steps: { publish: ['POST', 'publish'], withdraw: ['POST', 'withdraw'], listOnline: ['GET', 'listOnline'] } },
  businessEntBack: { path: '/api/business/v1/businessEntBack', steps: { report: ['POST', 'report'], dispose: ['POST', 'dispose'], planDisposal: ['POST', 'planDisposal'] } },
  businessEntDisinfect: { path: '/api/business/v1/businessEntDisinfect', steps: {} },
  businessEntDisinfection: { path: '/api/business/v1/businessEntDisinfection', steps: {} },
  businessEntMorningCheck: { path: '/api/business/v1/businessEntMorningCheck', steps: {} },
  businessEntOrder: { path: '/api/business/v1/businessEntOrder', steps: { confirm: ['POST', 'confirm'], receive: ['POST', 'receive'], refuse: ['POST', 'refuse'], listAnalysisOrderByQuery: ['GET', 'listAnalysisOrderByQuery'], detailAnalysisOrder: ['GET', 'detailAnalysisOrder'] } },
  businessEntOrderDetail: { path: '/api/business/v1/businessEntOrderDetail', steps: { listDelivery: ['GET', 'listDelivery'], listDeliveryDetail: ['GET', 'listDeliveryDetail'] } },
  businessEntOrderUser: { path: '/api/business/v1/businessEntOrderUser', steps: {} },
  businessEntPersonnel: { path: '/api/business/v1/businessEntPersonnel', steps: {} },
  businessEntRetentionSample: { path: '/api/business/v1/businessEntRetentionSample', steps: { dispose: ['POST', 'dispose'] } },
  businessEntTrain: { path: '/api/business/v1/businessEntTrain', steps: { finish: ['POST', 'finish'], cancel: ['POST', 'cancel'] } },
  businessEntWaste: { path: '/api/business/v1/businessEntWaste', steps: {} },
  businessProductBack: { path: '/api/business/v1/businessProductBack', steps: { confirm: ['POST', 'confirm'], cancel: ['POST', 'cancel'] } },
  businessProductType: { path: '/api/business/v1/businessProductType', steps: {} },
  businessProductUse: { path: '/api/business/v1/businessProductUse', steps: {} },
  businessPurchase: { path: '/api/business/v1/businessPurchase', steps: {} },
  businessPurchaseItem: { path: '/api/business/v1/businessPurchaseItem', steps: {} },
  businessStock: { path: '/api/business/v1/businessStock', steps: {} },
  cameraLayout: { path: '/api/ent/v1/cameraLayout', steps: { mine: ['GET', 'mine'] } },
  entCamera: { path: '/api/ent/v1/entCamera', steps: { getUrl: ['POST', 'getUrl'], getBackUrl: ['POST', 'getBackUrl'], getBackVideoUrl: ['POST', 'getBackVideoUrl'], snapshot: ['POST', 'snapshot'], ptz: ['POST', 'ptz'], preset: ['POST', 'preset'], byEnt: ['GET', '/api/vi/dataBase/listByEntCamera'] } },
  entCameraScreenshot: { path: '/api/ent/v1/entCameraScreenshot', steps: { sendMsg: ['POST', 'sendMsg'], raise: ['POST', 'raise'], getMsgTemplate: ['GET', 'getMsgTemplate'] } },
  entChangeRequest: { path: '/api/ent/v1/entChangeRequest', steps: { approved: ['PUT', 'approved'], auditFailed: ['PUT', 'auditFailed'] } },
  entDishesDict: { path: '/api/ent/v1/entDishesDict', steps: {} },
  entInfo: { path: '/api/ent/v1/entInfo', steps: { adopt: ['POST', 'adopt'], adoptNo: ['POST', 'adoptNo'], resubmit: ['POST', 'resubmit'], logout: ['POST', 'logout'], reinstate: ['POST', 'restore'], revokeAccess: ['POST', 'revokeAccess'], updateRunType: ['POST', 'updateRunType'], updateVideoApp: ['POST', 'updateVideoApp'], updateVipEndTime: ['POST', 'updateVipEndTime'], updateVipPrice: ['POST', 'updateVipPrice'], bindTempEntInfo: ['POST', 'bindTempEntInfo'], schoolPage: ['GET', 'schoolPage'], evidencePage: ['GET', 'evidencePage'], listLicenceSystemByQuery: ['GET', 'listLicenceSystemByQuery'], getBackEntInfo: ['GET', 'getBackEntInfo'], getPlatformInfo: ['GET', 'getPlatformInfo'] } },
  entInspectItem: { path: '/api/ent/v1/entInspectItem', steps: {} },
  entInspectItemLog: { path: '/api/ent/v1/entInspectItemLog', steps: { evidence: ['POST', 'evidence'] } },
  entInspectLog: { path: '/api/ent/v1/entInspectLog', steps: { finish: ['POST', 'finish'], order: ['POST', 'order'], rectify: ['POST', 'rectify'], grade: ['POST', 'grade'], captureInspects: ['GET', '/api/wit/v1/capture/inspect/info/list'] } },
  entNoticeLetter: { path: '/api/ent/v1/entNoticeLetter', steps: { issue: ['POST', 'issue'], handle: ['PUT', 'handle'], reject: ['POST', 'reject'], adopt: ['PUT', 'adopt'], sendMsg: ['POST', 'sendMsg'], receive: ['POST', 'receive'], captureNotices: ['GET', '/api/wit/v1/capture/notice/info/list'], getMsgTemplate: ['GET', 'getMsgTemplate'] } },
  entNoticeLetterCreate: { path: '/api/ent/v1/entNoticeLetterCreate', steps: { generate: ['POST', 'generate'] } },
  entNoticeLetterCreateItem: { path: '/api/ent/v1/entNoticeLetterCreateItem', steps: {} },
  entNoticeLetterLog: { path: '/api/ent/v1/entNoticeLetterLog', steps: {} },
  entPatrolInspect: { path: '/api/ent/v1/entPatrolInspect', steps: { finish: ['POST', 'finish'], order: ['POST', 'order'], rectify: ['POST', 'rectify'], inspect: ['GET', 'inspect/{entId}'], selectOneOrderByInspectDate: ['GET', 'selectOneOrderByInspectDate'] } },
  entPaymentLog: { path: '/api/ent/v1/entPaymentLog', steps: { confirm: ['POST', 'confirm'], close: ['POST', 'close'], refund: ['POST', 'refund'] } },
  entRecipes: { path: '/api/ent/v1/entRecipes', steps: { publish: ['POST', 'publish'], withdraw: ['POST', 'withdraw'] } },
  entRecipesDish: { path: '/api/ent/v1/entRecipesDish', steps: { dishesUpdate: ['PUT', '/api/ent/v1/entRecipes/dishes/update'], dishesPage: ['GET', '/api/ent/v1/entRecipes/dishes/page'] } },
  entSceneInspectItem: { path: '/api/ent/v1/entSceneInspectItem', steps: {} },
  entSceneInspectItemLog: { path: '/api/ent/v1/entSceneInspectItemLog', steps: {} },
  entSceneInspection: { path: '/api/ent/v1/entSceneInspection', steps: { finish: ['POST', 'finish'], order: ['POST', 'order'], rectify: ['POST', 'rectify'], captureScenes: ['GET', '/api/wit/v1/capture/scene/inspect/list'] } },
  entScenePatrolInspect: { path: '/api/ent/v1/entScenePatrolInspect', steps: { finish: ['POST', 'finish'], order: ['POST', 'order'], rectify: ['POST', 'rectify'] } },
  entSelfInspect: { path: '/api/ent/v1/entSelfInspect', steps: { examine: ['POST', 'examine'] } },
  entType: { path: '/api/ent/v1/entType', steps: {} },
  entWarningLog: { path: '/api/ent/v1/entWarningLog', steps: { handle: ['PUT', 'handle'], raise: ['POST', 'raise'], settle: ['POST', 'settle'], sendMsg: ['POST', 'sendMsg'], getMsgTemplate: ['GET', 'getMsgTemplate'] } },
  flowDefinition: { path: '/api/flow/v1/flowDefinition', steps: { suspend: ['POST', 'suspend'], activate: ['POST', 'activate'], undeploy: ['POST', 'undeploy'] } },
  flowInstance: { path: '/api/flow/v1/flowInstance', steps: { end: ['POST', 'end'] } },
  flowModel: { path: '/api/flow/v1/flowModel', steps: { deploy: ['POST', 'deploy'] } },
  flowTask: { path: '/api/flow/v1/flowTask', steps: {} },
  instAccessDevice: { path: '/api/inst/v1/instAccessDevice', steps: {} },
  instAccessInfo: { path: '/api/inst/v1/instAccessInfo', steps: { adopt: ['POST', 'adopt'], adoptNo: ['POST', 'adoptNo'], resubmit: ['POST', 'resubmit'] } },
  instAccessNvrInfo: { path: '/api/inst/v1/instAccessNvrInfo', steps: {} },
  instAppointment: { path: '/api/inst/v1/instAppointment', steps: { adopt: ['POST', 'adopt'], adoptNo: ['POST', 'adoptNo'], resubmit: ['POST', 'resubmit'], assign: ['POST', 'assign'], finish: ['POST', 'finish'] } },
  instUserinfo: { path: '/api/inst/v1/instUserinfo', steps: { adopt: ['POST', 'adopt'], adoptNo: ['POST', 'adoptNo'], resubmit: ['POST', 'resubmit'], changeStatus: ['POST', 'changeStatus'] } },
  jointApiInfo: { path: '/api/joint/v1/jointApiInfo', steps: { changeStatus: ['PUT', 'changeStatus'] } },
  jointAuthUserInfo: { path: '/api/joint/v1/jointAuthUserInfo', steps: { grant: ['POST', 'grant'], revoke: ['POST', 'revoke'] } },
  leave: { path: '/api/work/v1/leave', steps: { grant: ['POST', 'grant'], refuse: ['POST', 'refuse'] } },
  logApi: { path: '/api/log/v1/logApi', steps: {} },
  logError: { path: '/api/log/v1/logError', steps: {} },
  msgSendLog: { path: '/api/msg/v1/msgSendLog', steps: {} },
  msgTemplate: { path: '/api/msg/v1/msgTemplate', steps: { reset: ['POST', 'reset'] } },
  msgTemplateParam: { path: '/api/msg/v1/msgTemplateParam', steps: {} },
  schoolGuardianInfo: { path: '/api/school/v1/schoolGuardianInfo', steps: {} },
  schoolInfo: { path: '/api/school/v1/schoolInfo', steps: {} },
  schoolStudentInfo: { path: '/api/school/v1/schoolStudentInfo', steps: { leave: ['POST', 'leave'] } },
  sysAudit: { path: '/api/sys/v1/sysAudit', steps: { verify: ['POST', 'verify'] } },
  sysOperation: { path: '/api/sys/v1/sysOperation', steps: {} },
  sysOrgan: { path: '/api/sys/v1/sysOrgan', steps: {} },
  sysPlatform: { path: '/api/sys/v1/sysPlatform', steps: { changeStatus: ['PUT', 'changeStatus'] } },
  sysRegion: { path: '/api/sys/v1/sysRegion', steps: { welCodes: ['GET', '/api/vi/wel/getCode'], screenCodes: ['GET', '/api/vi/dataBase/getCode'] } },
  sysReport: { path: '/api/sys/v1/sysReport', steps: { run: ['POST', 'run'] } },
  sysRevision: { path: '/api/sys/v1/sysRevision', steps: {} },
  sysSearch: { path: '/api/sys/v1/sysSearch', steps: {} },
  sysSession: { path: '/api/sys/v1/sysSession', steps: { end: ['POST', 'end'] } },
  sysTask: { path: '/api/sys/v1/sysTask', steps: { run: ['POST', 'run'] } },
  sysTaskLog: { path: '/api/sys/v1/sysTaskLog', steps: {} },
  tempEntInfo: { path: '/api/ent/v1/tempEntInfo', steps: { bindTempEntInfo: ['POST', 'bindTempEntInfo'], entSynchro: ['POST', 'entSynchro'], cameraSynchro: ['POST', 'cameraSynchro'] } },
  thirdInformationNotice: { path: '/api/third/v1/thirdInformationNotice', steps: { publish: ['POST', 'publish'], withdraw: ['POST', 'withdraw'] } },
  thirdPilotage: { path: '/api/third/v1/thirdPilotage', steps: { push: ['POST', 'push'], confirm: ['POST', 'confirm'], fail: ['POST', 'fail'], drop: ['POST', 'drop'] } },
  thirdPlatformUserInfo: { path: '/api/third/v1/thirdPlatformUserInfo', steps: { bindUser: ['POST', 'bindUser'], unbind: ['POST', 'unbind'] } },
  witCaptureRecord: { path: '/api/wit/v1/witCaptureRecord', steps: { approved: ['PUT', 'approved'], auditFailed: ['PUT', 'auditFailed'], sendMsg: ['POST', 'sendMsg'], captureRecords: ['GET', '/api/wit/v1/capture/capture/info/list'], countByModel: ['GET', 'countByModel'], countByCamera: ['GET', 'countByCamera'], reviewedByMe: ['GET', 'reviewedByMe'], review: ['POST', 'review'], getMsgTemplate: ['GET', 'getMsgTemplate'] } },
  witModel: { path: '/api/wit/v1/witModel', steps: { changeStatus: ['PUT', 'changeStatus'] } },
  witRule: { path: '/api/wit/v1/witRule', steps: { changeStatus: ['PUT', 'changeStatus'] } },
  witTemplate: { path: '/api/wit/v1/witTemplate', steps: { changeStatus: ['PUT', 'changeStatus'], bindTemplateIdAndCameras: ['POST', 'bindTemplateIdAndCameras'], listCamerasByTemplateId: ['GET', 'listCamerasByTemplateId'] } },
} as const satisfies Calls

/** A client of the server at that address. */
export const createClient = (connection: Connection): Client => connect<Client>(connection, calls)
