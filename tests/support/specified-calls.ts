/**
 * The calls on entities in chapter 7 of the specification; paths follow `/api/`. Names of modules are ours, because it
 * leaves them open.
 */

/** The entities of chapter 3 with the generic operations, by module. */
export const specifiedEntities: Readonly<Record<string, string>> = {
  ent: `entRecipes entInspectLog entCameraScreenshot entInspectItem entSceneInspectItem entScenePatrolInspect entPaymentLog
    entInfo entCamera entSceneInspection tempEntInfo entWarningLog entNoticeLetterCreate entNoticeLetterLog
    entInspectItemLog entPatrolInspect entChangeRequest entSceneInspectItemLog entDishesDict entType entNoticeLetter`,
  business: `businessEntTrain businessAppAdvert businessEntPersonnel businessProductBack businessEntOrderDetail
    businessEntWaste businessAccompanyLog businessEntBack businessProductType businessProductUse businessEntOrder
    businessEntOrderUser businessEntMorningCheck businessEntRetentionSample businessEntDisinfect
    businessEntDisinfection businessPurchase`,
  school: 'schoolInfo schoolStudentInfo schoolGuardianInfo',
  wit: 'witRule witCaptureRecord witTemplate witModel',
  inst: 'instAccessDevice instAccessInfo instAccessNvrInfo instAppointment instUserinfo',
  third: `thirdPilotage bladeThirdPartyCompany bladeThirdPartyOrg thirdPlatformUserInfo thirdInformationNotice`,
  joint: 'jointAuthUserInfo jointApiInfo',
  sys: 'sysTaskLog sysRegion sysOrgan sysPlatform',
  blade: `bladeMenu bladeClient bladeDept bladeConfig bladeDeptPhone bladePost bladeRole bladeUser`,
  msg: 'msgSendLog',
}

/** Entities whose rows only the server writes, as records of what happened: they have the operations that read. */
export const writtenByServer = ['entNoticeLetterLog', 'sysTaskLog', 'msgSendLog']

export const readingCalls = ['GET getByQuery', 'GET getById', 'GET listByQuery', 'GET page']
export const writingCalls = ['POST save', 'PUT update', 'DELETE removeById', 'DELETE removeByIds']

/** The named calls of entities. */
export const namedCalls: Readonly<Record<string, string>> = {
  'ent/v1/entRecipes': 'GET dishes/page, PUT dishes/update',
  'third/v1/bladeThirdPartyCompany': 'POST bindCompanyIdAndEntIds, GET listEntIdsByCompanyId',
  'ent/v1/entCameraScreenshot': 'GET getMsgTemplate, POST sendMsg',
  'ent/v1/entInfo': `POST bindTempEntInfo, GET schoolPage, GET evidencePage, GET listLicenceSystemByQuery,
    GET getBackEntInfo, GET getPlatformInfo, POST updateRunType, POST updateVideoApp, POST adopt, POST adoptNo,
    POST logout, POST restore, POST revokeAccess, POST updateVipEndTime, POST updateVipPrice`,
  'business/v1/businessEntOrderDetail': 'GET listDelivery, GET listDeliveryDetail',
  'business/v1/businessEntOrder': 'GET listAnalysisOrderByQuery, GET detailAnalysisOrder',
  'ent/v1/entCamera': 'GET listVideoUrlById/{id}, POST getUrl, POST getBackUrl, POST getBackVideoUrl',
  'ent/v1/tempEntInfo': 'POST bindTempEntInfo, POST entSynchro, POST cameraSynchro',
  'wit/v1/witCaptureRecord': 'PUT approved, PUT auditFailed, POST sendMsg, GET getMsgTemplate',
  'ent/v1/entWarningLog': 'GET getMsgTemplate, POST sendMsg',
  'ent/v1/entInspectItemLog': 'POST evidence',
  'blade/v1/bladeRole': 'POST bindEntType, GET listTypeByRoleId',
  'wit/v1/witTemplate': 'POST bindTemplateIdAndCameras, GET listCamerasByTemplateId',
  'ent/v1/entPatrolInspect': 'GET inspect/{entId}, GET selectOneOrderByInspectDate',
  'ent/v1/entChangeRequest': 'PUT approved, PUT auditFailed',
  'ent/v1/entNoticeLetter': 'POST sendMsg, PUT handle, PUT adopt, GET getMsgTemplate',
  'third/v1/bladeThirdPartyOrg': 'POST bindThirdOrgIdAndEntIds, GET listEntIdsByThirdOrgId, PUT changeStatus',
  'inst/v1/instAccessInfo': 'POST adopt, POST adoptNo',
  'inst/v1/instAppointment': 'POST adopt, POST adoptNo',
  'inst/v1/instUserinfo': 'POST adopt, POST adoptNo',
}

/** The calls of the home page, the workbench, the data screen, the analysis and the capture service. */
export const figureCalls: Readonly<Record<string, string>> = {
  'sys/v1/homePage': `GET topCount, GET content1, GET content2, GET content3, GET content4, GET content5, GET content6,
    GET countByQuery, GET exportContent`,
  'vi/wel': 'GET getCode, GET centerRight, GET butomLeft, GET butomRight',
  'vi/dataBase': `GET leftOne, GET leftTwo, GET leftThree, GET leftThreeKy, GET leftFour, GET centerOne, GET centerTwo,
    GET centerThree, GET centerOne2, GET rightOne, GET rightTwo, GET rightThree, GET rightFour, GET getCode,
    GET listByEntCamera`,
  'sys/v1/analyze': `GET getInspectPie1, GET getInspectPie2, GET getInspectTop, GET getNoticePie1, GET getNoticePie2,
    GET getNoticeBar, GET getNoticeTop10, GET getLogPie1, GET getLogPie2, GET getLogBar`,
  'wit/v1/capture': `GET inspect/info/list, GET inspect/ent/list, GET notice/info/list, GET notice/ent/list,
    GET capture/info/list, GET capture/ent/list, GET cover/info/list, GET access/info/list, GET allAnalysis/info/list,
    GET scene/inspect/list, GET scene/ent/list`,
}

/** The calls of a text, such as `GET page, POST save`, as method and path. */
export const callsIn = (text: string): (readonly [method: string, path: string])[] =>
  text
    .split(',')
    .map(call => call.trim().split(/\s+/))
    .flatMap(([method, path]) => (method && path ? [[method, path] as const] : []))
