// Generated from the descriptors by `npm run generate`. Do not edit.

import type { Input, Line, Update } from '../engine/client/input.ts'
import type { Filter, Paging } from '../engine/client/query.ts'

// Operator families of query parameters, each named after the first field type that has it.
export type TextFilter<R, N extends keyof R & string> = Filter<R, N, 'like' | 'equal' | 'notequal' | 'notlike' | 'likeright' | 'likeleft' | 'in' | 'null' | 'notnull'>
export type RichtextFilter<R, N extends keyof R & string> = Filter<R, N, 'like' | 'notlike' | 'null' | 'notnull'>
export type IntegerFilter<R, N extends keyof R & string> = Filter<R, N, 'equal' | 'notequal' | 'gt' | 'ge' | 'lt' | 'le' | 'in' | 'null' | 'notnull'>
export type BooleanFilter<R, N extends keyof R & string> = Filter<R, N, 'equal' | 'notequal' | 'null' | 'notnull'>
export type DateFilter<R, N extends keyof R & string> = Filter<R, N, 'equal' | 'dateequal' | 'notequal' | 'gt' | 'dategt' | 'ge' | 'datege' | 'lt' | 'datelt' | 'le' | 'datele' | 'in' | 'null' | 'notnull'>
export type DictionaryFilter<R, N extends keyof R & string> = Filter<R, N, 'equal' | 'notequal' | 'in' | 'null' | 'notnull'>
export type DictionaryListFilter<R, N extends keyof R & string> = Filter<R, N, 'in' | 'null' | 'notnull'>
export type ImageFilter<R, N extends keyof R & string> = Filter<R, N, 'null' | 'notnull'>
export type IdFilter<R, N extends keyof R & string> = Filter<R, N, 'equal' | 'notequal' | 'in' | 'gt' | 'lt'>

/** The fields that every record has. */
export interface SystemFields {
  /** Record ID 记录 ID */
  id: string
  /** Created by 创建人 */
  createUser: string | null
  createUserName: string | null
  /** Created in 创建部门 */
  createDept: string | null
  createDeptName: string | null
  /** Created at 创建时间 */
  createTime: string
  /** Changed by 修改人 */
  updateUser: string | null
  updateUserName: string | null
  /** Changed at 修改时间 */
  updateTime: string | null
  /** Record status 状态 */
  status: number
  /** Version 版本 */
  version: number
}

/** The query parameters that every list has. */
export interface SystemQuery<Sort extends string> extends
  Paging<Sort | SystemSort>,
  IdFilter<SystemFields, 'id'>,
  DictionaryFilter<SystemFields, 'createUser' | 'createDept' | 'updateUser'>,
  DateFilter<SystemFields, 'createTime' | 'updateTime'>,
  IntegerFilter<SystemFields, 'status' | 'version'> {}

export type SystemSort = 'id' | 'createUser' | 'createDept' | 'createTime' | 'updateUser' | 'updateTime' | 'status' | 'version'

/** API scope 接口权限 */
export interface BladeApiScope extends SystemFields {
  /** Menu entry 所属菜单 */
  menuId: string
  menuIdName: string | null
  /** Scope code 权限编号 */
  resourceCode: string
  /** Scope 权限名称 */
  scopeName: string
  /** Path 接口路径 */
  scopePath: string
  /** API scope type 接口权限类型 */
  scopeType: "1" | "2"
  /** Remark 备注 */
  remark: string | null
}

/** API scope 接口权限: a new record. */
export interface BladeApiScopeSave extends Input<BladeApiScope, 'menuId' | 'resourceCode' | 'scopeName' | 'scopePath', 'scopeType' | 'remark'> {}

/** API scope 接口权限: a change. */
export interface BladeApiScopeUpdate extends Update<BladeApiScopeSave> {}

/** API scope 接口权限: query parameters of a list. */
export interface BladeApiScopeQuery extends
  SystemQuery<BladeApiScopeSort>,
  DictionaryFilter<BladeApiScope, 'menuId' | 'scopeType'>,
  TextFilter<BladeApiScope, 'resourceCode' | 'scopeName' | 'scopePath' | 'remark'> {}

export type BladeApiScopeSort = 'menuId' | 'resourceCode' | 'scopeName' | 'scopePath' | 'scopeType' | 'remark'

/** Upload 附件 */
export interface BladeAttach extends SystemFields {
  /** Original name 附件原名 */
  originalName: string
  /** Link 附件地址 */
  link: string
  /** Stored as 附件名 */
  name: string
  /** Extension 扩展名 */
  extension: string | null
  /** Size (bytes) 大小（字节） */
  attachSize: number
  /** Uploaded by 上传人 */
  userId: string | null
  userIdName: string | null
}

/** Upload 附件: query parameters of a list. */
export interface BladeAttachQuery extends
  SystemQuery<BladeAttachSort>,
  TextFilter<BladeAttach, 'originalName' | 'link' | 'name' | 'extension'>,
  IntegerFilter<BladeAttach, 'attachSize'>,
  DictionaryFilter<BladeAttach, 'userId'> {}

export type BladeAttachSort = 'originalName' | 'link' | 'name' | 'extension' | 'attachSize' | 'userId'

/** Upload 上传 */
export interface BladeAttachUploadInput {
  files: string[]
}

/** OAuth client 应用 */
export interface BladeClient extends SystemFields {
  /** Client ID 应用标识 */
  clientId: string
  /** Grant types 授权类型 */
  authorizedGrantTypes: ("refresh_token" | "password" | "authorization_code" | "captcha" | "social")[]
  /** Scope 授权范围 */
  scope: string
  /** Access token lifetime (s) 令牌有效期（秒） */
  accessTokenValidity: number
  /** Refresh token lifetime (s) 刷新令牌有效期（秒） */
  refreshTokenValidity: number
  /** Rotate refresh tokens 轮换刷新令牌 */
  rotateRefreshToken: boolean | null
  /** Redirect URI 回调地址 */
  webServerRedirectUri: string | null
  /** Resources 资源集合 */
  resourceIds: string | null
  /** Authorities 权限 */
  authorities: string | null
  /** Auto-approved scopes 自动授权 */
  autoapprove: string | null
}

/** OAuth client 应用: a new record. */
export interface BladeClientSave extends Input<BladeClient, 'clientId', 'authorizedGrantTypes' | 'scope' | 'accessTokenValidity' | 'refreshTokenValidity' | 'rotateRefreshToken' | 'webServerRedirectUri' | 'resourceIds' | 'authorities' | 'autoapprove'> {
  clientSecret?: string | null
}

/** OAuth client 应用: a change. */
export interface BladeClientUpdate extends Update<BladeClientSave> {}

/** OAuth client 应用: query parameters of a list. */
export interface BladeClientQuery extends
  SystemQuery<BladeClientSort>,
  TextFilter<BladeClient, 'clientId' | 'scope' | 'webServerRedirectUri' | 'resourceIds' | 'authorities' | 'autoapprove'>,
  DictionaryListFilter<BladeClient, 'authorizedGrantTypes'>,
  IntegerFilter<BladeClient, 'accessTokenValidity' | 'refreshTokenValidity'>,
  BooleanFilter<BladeClient, 'rotateRefreshToken'> {}

export type BladeClientSort = 'clientId' | 'scope' | 'accessTokenValidity' | 'refreshTokenValidity' | 'rotateRefreshToken' | 'webServerRedirectUri' | 'resourceIds' | 'authorities' | 'autoapprove'

/** Code generation 代码生成 */
export interface BladeCode extends SystemFields {
  /** Name 名称 */
  codeName: string
  /** Data source 数据源 */
  datasourceId: string
  datasourceIdName: string | null
  /** Table 表名 */
  tableName: string
  /** Prefix of tables 表前缀 */
  tablePrefix: string | null
  /** Module 模块 */
  serviceName: string
  /** Primary key 主键 */
  pkName: string | null
  /** Package 包名 */
  packageName: string | null
  /** Base mode 基础业务 */
  baseMode: number | null
  /** Wrap mode 包装器 */
  wrapMode: number | null
  /** Path of the API 后端路径 */
  apiPath: string | null
  /** Path of the web 前端路径 */
  webPath: string | null
}

/** Code generation 代码生成: a new record. */
export interface BladeCodeSave extends Input<BladeCode, 'codeName' | 'datasourceId' | 'tableName' | 'serviceName', 'tablePrefix' | 'pkName' | 'packageName' | 'baseMode' | 'wrapMode' | 'apiPath' | 'webPath'> {}

/** Code generation 代码生成: a change. */
export interface BladeCodeUpdate extends Update<BladeCodeSave> {}

/** Code generation 代码生成: query parameters of a list. */
export interface BladeCodeQuery extends
  SystemQuery<BladeCodeSort>,
  TextFilter<BladeCode, 'codeName' | 'tableName' | 'tablePrefix' | 'serviceName' | 'pkName' | 'packageName' | 'apiPath' | 'webPath'>,
  DictionaryFilter<BladeCode, 'datasourceId'>,
  IntegerFilter<BladeCode, 'baseMode' | 'wrapMode'> {}

export type BladeCodeSort = 'codeName' | 'datasourceId' | 'tableName' | 'tablePrefix' | 'serviceName' | 'pkName' | 'packageName' | 'baseMode' | 'wrapMode' | 'apiPath' | 'webPath'

/** Setting 参数 */
export interface BladeConfig extends SystemFields {
  /** Setting name 参数名称 */
  paramName: string
  /** Setting key 参数键名 */
  paramKey: string
  /** Value 参数键值 */
  paramValue: string
  /** Unit 单位 */
  unit: string | null
  /** From the descriptors 来自描述文件 */
  isBuiltIn: boolean | null
  /** Remark 备注 */
  remark: string | null
}

/** Setting 参数: a new record. */
export interface BladeConfigSave extends Input<BladeConfig, 'paramName' | 'paramKey' | 'paramValue', 'remark'> {}

/** Setting 参数: a change. */
export interface BladeConfigUpdate extends Update<BladeConfigSave> {}

/** Setting 参数: query parameters of a list. */
export interface BladeConfigQuery extends
  SystemQuery<BladeConfigSort>,
  TextFilter<BladeConfig, 'paramName' | 'paramKey' | 'paramValue' | 'unit' | 'remark'>,
  BooleanFilter<BladeConfig, 'isBuiltIn'> {}

export type BladeConfigSort = 'paramName' | 'paramKey' | 'unit' | 'isBuiltIn' | 'remark'

/** Data scope 数据权限 */
export interface BladeDataScope extends SystemFields {
  /** Menu entry 所属菜单 */
  menuId: string
  menuIdName: string | null
  /** Scope code 权限编号 */
  resourceCode: string
  /** Scope 权限名称 */
  scopeName: string
  /** Data scope type 数据权限类型 */
  scopeType: "1" | "2" | "3" | "4" | "5"
  /** Custom condition 自定义条件 */
  scopeValue: string | null
  /** Owner field 归属字段 */
  scopeColumn: string | null
  /** Visible fields 可见字段 */
  scopeField: string | null
  /** Class 权限类名 */
  scopeClass: string | null
  /** Remark 备注 */
  remark: string | null
}

/** Data scope 数据权限: a new record. */
export interface BladeDataScopeSave extends Input<BladeDataScope, 'menuId' | 'resourceCode' | 'scopeName', 'scopeType' | 'scopeValue' | 'scopeColumn' | 'scopeField' | 'scopeClass' | 'remark'> {}

/** Data scope 数据权限: a change. */
export interface BladeDataScopeUpdate extends Update<BladeDataScopeSave> {}

/** Data scope 数据权限: query parameters of a list. */
export interface BladeDataScopeQuery extends
  SystemQuery<BladeDataScopeSort>,
  DictionaryFilter<BladeDataScope, 'menuId' | 'scopeType'>,
  TextFilter<BladeDataScope, 'resourceCode' | 'scopeName' | 'scopeValue' | 'scopeColumn' | 'scopeField' | 'scopeClass' | 'remark'> {}

export type BladeDataScopeSort = 'menuId' | 'resourceCode' | 'scopeName' | 'scopeType' | 'scopeColumn' | 'scopeField' | 'scopeClass' | 'remark'

/** Data source 数据源 */
export interface BladeDatasource extends SystemFields {
  /** Name 名称 */
  name: string
  /** Driver 驱动 */
  driverClass: string | null
  /** Address 地址 */
  url: string
  /** Account 账号 */
  username: string
  /** Remark 备注 */
  remark: string | null
}

/** Data source 数据源: a new record. */
export interface BladeDatasourceSave extends Input<BladeDatasource, 'name' | 'url' | 'username', 'driverClass' | 'remark'> {
  password?: string | null
}

/** Data source 数据源: a change. */
export interface BladeDatasourceUpdate extends Update<BladeDatasourceSave> {}

/** Data source 数据源: query parameters of a list. */
export interface BladeDatasourceQuery extends
  SystemQuery<BladeDatasourceSort>,
  TextFilter<BladeDatasource, 'name' | 'driverClass' | 'url' | 'username' | 'remark'> {}

export type BladeDatasourceSort = 'name' | 'driverClass' | 'url' | 'username'

/** Department 机构 */
export interface BladeDept extends SystemFields {
  /** Short name 机构名称 */
  deptName: string
  /** Full name 机构全称 */
  fullName: string
  /** Parent department 上级机构 */
  parentId: string | null
  parentIdName: string | null
  /** Department type 机构类型 */
  deptCategory: "1" | "2" | "3"
  /** Sort order 排序 */
  sort: number | null
  /** Remark 备注 */
  remark: string | null
}

/** Department 机构: a new record. */
export interface BladeDeptSave extends Input<BladeDept, 'deptName' | 'fullName', 'parentId' | 'deptCategory' | 'sort' | 'remark'> {}

/** Department 机构: a change. */
export interface BladeDeptUpdate extends Update<BladeDeptSave> {}

/** Department 机构: query parameters of a list. */
export interface BladeDeptQuery extends
  SystemQuery<BladeDeptSort>,
  TextFilter<BladeDept, 'deptName' | 'fullName' | 'remark'>,
  DictionaryFilter<BladeDept, 'parentId' | 'deptCategory'>,
  IntegerFilter<BladeDept, 'sort'> {}

export type BladeDeptSort = 'deptName' | 'fullName' | 'parentId' | 'deptCategory' | 'sort' | 'remark'

/** Department phone 部门电话 */
export interface BladeDeptPhone extends SystemFields {
  /** Department 所属部门 */
  deptId: string
  deptIdName: string | null
  /** Purpose of the number 电话用途 */
  phoneTypes: ("1" | "2" | "3" | "4" | "5")[]
  /** Person or post 联系人或岗位 */
  contact: string
  /** User 对应用户 */
  userId: string | null
  userIdName: string | null
  /** Mobile phone 手机号码 */
  phone: string | null
  /** Landline 固定电话 */
  telephone: string | null
  /** On duty from 值守开始 */
  beginTime: string | null
  /** On duty until 值守结束 */
  endTime: string | null
  /** Receives alerts 接收预警短信 */
  receiveSms: "0" | "1"
  /** Sort order 排序 */
  sort: number | null
  /** Remark 备注 */
  remark: string | null
}

/** Department phone 部门电话: a new record. */
export interface BladeDeptPhoneSave extends Input<BladeDeptPhone, 'deptId' | 'contact', 'phoneTypes' | 'userId' | 'phone' | 'telephone' | 'beginTime' | 'endTime' | 'receiveSms' | 'sort' | 'remark'> {}

/** Department phone 部门电话: a change. */
export interface BladeDeptPhoneUpdate extends Update<BladeDeptPhoneSave> {}

/** Department phone 部门电话: query parameters of a list. */
export interface BladeDeptPhoneQuery extends
  SystemQuery<BladeDeptPhoneSort>,
  DictionaryFilter<BladeDeptPhone, 'deptId' | 'userId' | 'receiveSms'>,
  DictionaryListFilter<BladeDeptPhone, 'phoneTypes'>,
  TextFilter<BladeDeptPhone, 'contact' | 'phone' | 'telephone' | 'remark'>,
  IntegerFilter<BladeDeptPhone, 'beginTime' | 'endTime' | 'sort'> {}

export type BladeDeptPhoneSort = 'deptId' | 'contact' | 'userId' | 'phone' | 'telephone' | 'beginTime' | 'endTime' | 'receiveSms' | 'sort' | 'remark'

/** System dictionary 系统字典 */
export interface BladeDict extends SystemFields {
  /** Parent entry 上级字典 */
  parentId: string | null
  parentIdName: string | null
  /** Dictionary code 字典编号 */
  code: string | null
  /** Label 字典名称 */
  dictValue: string
  /** English label 英文名称 */
  englishValue: string | null
  /** Key 字典键值 */
  dictKey: string | null
  /** Colour 颜色 */
  colour: "grey" | "blue" | "cyan" | "green" | "amber" | "orange" | "red" | "purple" | "pink" | null
  /** Sort order 字典排序 */
  sort: number
  /** Disabled 停用 */
  isSealed: boolean
  /** From the descriptors 来自描述文件 */
  isBuiltIn: boolean | null
  /** Remark 备注 */
  remark: string | null
}

/** System dictionary 系统字典: a new record. */
export interface BladeDictSave extends Input<BladeDict, 'dictValue', 'parentId' | 'code' | 'englishValue' | 'dictKey' | 'colour' | 'sort' | 'isSealed' | 'remark'> {}

/** System dictionary 系统字典: a change. */
export interface BladeDictUpdate extends Update<BladeDictSave> {}

/** System dictionary 系统字典: query parameters of a list. */
export interface BladeDictQuery extends
  SystemQuery<BladeDictSort>,
  DictionaryFilter<BladeDict, 'parentId' | 'colour'>,
  TextFilter<BladeDict, 'code' | 'dictValue' | 'englishValue' | 'dictKey' | 'remark'>,
  IntegerFilter<BladeDict, 'sort'>,
  BooleanFilter<BladeDict, 'isSealed' | 'isBuiltIn'> {}

export type BladeDictSort = 'parentId' | 'code' | 'dictValue' | 'englishValue' | 'dictKey' | 'colour' | 'sort' | 'isSealed' | 'isBuiltIn' | 'remark'

/** Business dictionary 业务字典 */
export interface BladeDictBiz extends SystemFields {
  /** Dictionary 字典 */
  parentId: string | null
  parentIdName: string | null
  /** Dictionary code 字典编号 */
  code: string | null
  /** Key 字典键值 */
  dictKey: string | null
  /** Label 字典名称 */
  dictValue: string | null
  /** English label 英文名称 */
  englishValue: string | null
  /** Colour 颜色 */
  colour: "grey" | "blue" | "cyan" | "green" | "amber" | "orange" | "red" | "purple" | "pink" | null
  /** Sort order 字典排序 */
  sort: number | null
  /** Disabled 停用 */
  isSealed: boolean | null
  /** Remark 备注 */
  remark: string | null
}

/** Business dictionary 业务字典: a new record. */
export interface BladeDictBizSave extends Input<BladeDictBiz, never, 'parentId' | 'code' | 'dictKey' | 'dictValue' | 'englishValue' | 'colour' | 'sort' | 'isSealed' | 'remark'> {}

/** Business dictionary 业务字典: a change. */
export interface BladeDictBizUpdate extends Update<BladeDictBizSave> {}

/** Business dictionary 业务字典: query parameters of a list. */
export interface BladeDictBizQuery extends
  SystemQuery<BladeDictBizSort>,
  DictionaryFilter<BladeDictBiz, 'parentId' | 'colour'>,
  TextFilter<BladeDictBiz, 'code' | 'dictKey' | 'dictValue' | 'englishValue' | 'remark'>,
  IntegerFilter<BladeDictBiz, 'sort'>,
  BooleanFilter<BladeDictBiz, 'isSealed'> {}

export type BladeDictBizSort = 'parentId' | 'code' | 'dictKey' | 'dictValue' | 'englishValue' | 'colour' | 'sort' | 'isSealed' | 'remark'

/** Work calendar 工作日历 */
export interface BladeHoliday extends SystemFields {
  /** Day 日期 */
  day: string
  /** Name 名称 */
  name: string
  /** Kind 类别 */
  kind: "holiday" | "workday"
}

/** Work calendar 工作日历: a new record. */
export interface BladeHolidaySave extends Input<BladeHoliday, 'day' | 'name' | 'kind', never> {}

/** Work calendar 工作日历: a change. */
export interface BladeHolidayUpdate extends Update<BladeHolidaySave> {}

/** Work calendar 工作日历: query parameters of a list. */
export interface BladeHolidayQuery extends
  SystemQuery<BladeHolidaySort>,
  DateFilter<BladeHoliday, 'day'>,
  TextFilter<BladeHoliday, 'name'>,
  DictionaryFilter<BladeHoliday, 'kind'> {}

export type BladeHolidaySort = 'day' | 'name' | 'kind'

/** External identity 外部身份 */
export interface BladeIdentity extends SystemFields {
  /** Source 身份来源 */
  sourceId: string
  sourceIdName: string | null
  /** ID at the source 对方用户标识 */
  subject: string
  /** Account 账号 */
  userId: string
  userIdName: string | null
}

/** External identity 外部身份: a new record. */
export interface BladeIdentitySave extends Input<BladeIdentity, 'sourceId' | 'subject' | 'userId', never> {}

/** External identity 外部身份: a change. */
export interface BladeIdentityUpdate extends Update<BladeIdentitySave> {}

/** External identity 外部身份: query parameters of a list. */
export interface BladeIdentityQuery extends
  SystemQuery<BladeIdentitySort>,
  DictionaryFilter<BladeIdentity, 'sourceId' | 'userId'>,
  TextFilter<BladeIdentity, 'subject'> {}

export type BladeIdentitySort = 'sourceId' | 'subject' | 'userId'

/** Provisioning rule 自动开户规则 */
export interface BladeIdentityRule extends SystemFields {
  /** Source 身份来源 */
  sourceId: string
  sourceIdName: string | null
  /** Claim 声明 */
  claim: string
  /** Value 值 */
  value: string
  /** Roles 角色 */
  roleId: string[]
  roleIdName: string[] | null
  /** Departments 部门 */
  deptId: string[]
  deptIdName: string[] | null
  /** Sort order 排序 */
  sort: number
  /** User category 用户类别 */
  sourceType: "ADMIN" | "CLOUD_ADMIN" | "MARKET_ORG" | "CHINA_ORG" | "SCHOOL_COMPANY" | "SCHOOL_ORG" | "MERCHANT" | "THIRD_ORG" | null
}

/** Provisioning rule 自动开户规则: a new record. */
export interface BladeIdentityRuleSave extends Input<BladeIdentityRule, 'sourceId' | 'claim' | 'value' | 'roleId' | 'deptId', 'sort' | 'sourceType'> {}

/** Provisioning rule 自动开户规则: a change. */
export interface BladeIdentityRuleUpdate extends Update<BladeIdentityRuleSave> {}

/** Provisioning rule 自动开户规则: query parameters of a list. */
export interface BladeIdentityRuleQuery extends
  SystemQuery<BladeIdentityRuleSort>,
  DictionaryFilter<BladeIdentityRule, 'sourceId' | 'sourceType'>,
  TextFilter<BladeIdentityRule, 'claim' | 'value'>,
  DictionaryListFilter<BladeIdentityRule, 'roleId' | 'deptId'>,
  IntegerFilter<BladeIdentityRule, 'sort'> {}

export type BladeIdentityRuleSort = 'sourceId' | 'claim' | 'value' | 'sort' | 'sourceType'

/** Identity source 身份来源 */
export interface BladeIdentitySource extends SystemFields {
  /** Code 编号 */
  code: string
  /** Name 名称 */
  name: string
  /** Kind 类型 */
  kind: "integrated" | "oidc" | "china" | "school"
  /** Audience 受众 */
  audience: string | null
  /** Issuer 发行者地址 */
  issuer: string | null
  /** Client ID 应用标识 */
  clientId: string | null
  /** Scopes 授权范围 */
  scopes: string | null
  /** Disabled at 停用时间 */
  disabledAt: string | null
}

/** Identity source 身份来源: a new record. */
export interface BladeIdentitySourceSave extends Input<BladeIdentitySource, 'code' | 'name' | 'kind', 'audience' | 'issuer' | 'clientId' | 'scopes'> {
  secret: string
}

/** Identity source 身份来源: a change. */
export interface BladeIdentitySourceUpdate extends Update<BladeIdentitySourceSave> {}

/** Identity source 身份来源: query parameters of a list. */
export interface BladeIdentitySourceQuery extends
  SystemQuery<BladeIdentitySourceSort>,
  TextFilter<BladeIdentitySource, 'code' | 'name' | 'audience' | 'issuer' | 'clientId' | 'scopes'>,
  DictionaryFilter<BladeIdentitySource, 'kind'>,
  DateFilter<BladeIdentitySource, 'disabledAt'> {}

export type BladeIdentitySourceSort = 'code' | 'name' | 'kind' | 'audience' | 'issuer' | 'clientId' | 'scopes' | 'disabledAt'

/** Menu 菜单 */
export interface BladeMenu extends SystemFields {
  /** Parent menu 上级菜单 */
  parentId: string | null
  parentIdName: string | null
  /** Menu name 菜单名称 */
  name: string
  /** English name 英文名称 */
  englishName: string
  /** Menu code 菜单编号 */
  code: string
  /** Path 路由地址 */
  path: string | null
  /** Page 页面 */
  targetId: string | null
  targetIdName: string | null
  /** Link 链接 */
  link: string | null
  /** Opens a new window 新窗口打开 */
  isNewWindow: boolean | null
  /** Top menu 顶部菜单 */
  isTop: boolean | null
  /** Code of the parent 上级编号 */
  under: string | null
  /** What it shows 显示的内容 */
  shown: string | null
  /** Icon 菜单图标 */
  source: string | null
  /** Sort order 排序 */
  sort: number
  /** Hidden 隐藏 */
  isHidden: boolean
  /** From the descriptors 来自描述文件 */
  isBuiltIn: boolean | null
  /** Remark 备注 */
  remark: string | null
}

/** Menu 菜单: a new record. */
export interface BladeMenuSave extends Input<BladeMenu, 'name' | 'englishName' | 'code', 'parentId' | 'targetId' | 'link' | 'isNewWindow' | 'isTop' | 'source' | 'sort' | 'isHidden' | 'remark'> {}

/** Menu 菜单: a change. */
export interface BladeMenuUpdate extends Update<BladeMenuSave> {}

/** Menu 菜单: query parameters of a list. */
export interface BladeMenuQuery extends
  SystemQuery<BladeMenuSort>,
  DictionaryFilter<BladeMenu, 'parentId' | 'targetId'>,
  TextFilter<BladeMenu, 'name' | 'englishName' | 'code' | 'path' | 'link' | 'under' | 'shown' | 'source' | 'remark'>,
  BooleanFilter<BladeMenu, 'isNewWindow' | 'isTop' | 'isHidden' | 'isBuiltIn'>,
  IntegerFilter<BladeMenu, 'sort'> {}

export type BladeMenuSort = 'parentId' | 'name' | 'englishName' | 'code' | 'path' | 'targetId' | 'link' | 'isNewWindow' | 'isTop' | 'under' | 'shown' | 'source' | 'sort' | 'isHidden' | 'isBuiltIn' | 'remark'

/** Announcement 通知公告 */
export interface BladeNotice extends SystemFields {
  /** Title 通知标题 */
  title: string
  /** Notice type 通知类型 */
  category: "1" | "2" | "3" | "4" | "5" | "6"
  /** Released at 发布时间 */
  releaseTime: string
  /** Shown until 截止时间 */
  endTime: string | null
  /** Pinned 置顶 */
  isTop: "1" | "2"
  /** Content 通知内容 */
  content: string
  /** Attachments 附件 */
  attachments: string[] | null
}

/** Announcement 通知公告: a new record. */
export interface BladeNoticeSave extends Input<BladeNotice, 'title' | 'category' | 'content', 'releaseTime' | 'endTime' | 'isTop' | 'attachments'> {}

/** Announcement 通知公告: a change. */
export interface BladeNoticeUpdate extends Update<BladeNoticeSave> {}

/** Announcement 通知公告: query parameters of a list. */
export interface BladeNoticeQuery extends
  SystemQuery<BladeNoticeSort>,
  TextFilter<BladeNotice, 'title'>,
  DictionaryFilter<BladeNotice, 'category' | 'isTop'>,
  DateFilter<BladeNotice, 'releaseTime' | 'endTime'>,
  RichtextFilter<BladeNotice, 'content'>,
  ImageFilter<BladeNotice, 'attachments'> {}

export type BladeNoticeSort = 'title' | 'category' | 'releaseTime' | 'endTime' | 'isTop'

/** Object storage 对象存储 */
export interface BladeOss extends SystemFields {
  /** Code 资源编号 */
  ossCode: string
  /** Type 类型 */
  category: "1" | "2" | "3" | "4"
  /** Endpoint 资源地址 */
  endpoint: string
  /** Bucket 空间名 */
  bucketName: string
  /** Region 地域 */
  region: string | null
  /** Access key 访问标识 */
  accessKey: string
  /** App ID 应用标识 */
  appId: string | null
  /** In use 启用 */
  inUse: "1" | "2" | null
  /** Remark 备注 */
  remark: string | null
}

/** Object storage 对象存储: a new record. */
export interface BladeOssSave extends Input<BladeOss, 'ossCode' | 'category' | 'endpoint' | 'bucketName' | 'accessKey', 'region' | 'appId' | 'remark'> {
  secretKey: string
}

/** Object storage 对象存储: a change. */
export interface BladeOssUpdate extends Update<BladeOssSave> {}

/** Object storage 对象存储: query parameters of a list. */
export interface BladeOssQuery extends
  SystemQuery<BladeOssSort>,
  TextFilter<BladeOss, 'ossCode' | 'endpoint' | 'bucketName' | 'region' | 'accessKey' | 'appId' | 'remark'>,
  DictionaryFilter<BladeOss, 'category' | 'inUse'> {}

export type BladeOssSort = 'ossCode' | 'category' | 'endpoint' | 'bucketName' | 'region' | 'accessKey' | 'appId' | 'inUse'

/** Position 岗位 */
export interface BladePost extends SystemFields {
  /** Level 岗位类型 */
  category: "1" | "2" | "3" | "4"
  /** Position code 岗位编号 */
  postCode: string
  /** Position name 岗位名称 */
  postName: string
  /** Sort order 排序 */
  sort: number | null
  /** Remark 备注 */
  remark: string | null
}

/** Position 岗位: a new record. */
export interface BladePostSave extends Input<BladePost, 'category' | 'postCode' | 'postName', 'sort' | 'remark'> {}

/** Position 岗位: a change. */
export interface BladePostUpdate extends Update<BladePostSave> {}

/** Position 岗位: query parameters of a list. */
export interface BladePostQuery extends
  SystemQuery<BladePostSort>,
  DictionaryFilter<BladePost, 'category'>,
  TextFilter<BladePost, 'postCode' | 'postName' | 'remark'>,
  IntegerFilter<BladePost, 'sort'> {}

export type BladePostSort = 'category' | 'postCode' | 'postName' | 'sort' | 'remark'

/** Registration 注册申请 */
export interface BladeRegistration extends SystemFields {
  /** Account 账号 */
  account: string
  /** Name 用户名 */
  name: string
  /** Identity of the provider 第三方登录标识 */
  oauthId: string | null
  /** State 状态 */
  registrationState: "waiting" | "approved" | "rejected" | null
  /** Role 角色 */
  roleId: string[] | null
  roleIdName: string[] | null
  /** Department 机构 */
  deptId: string[] | null
  deptIdName: string[] | null
  /** Opinion 审核意见 */
  opinion: string | null
  /** Account 登录账号 */
  userId: string | null
  userIdName: string | null
  /** In this state since 状态更新于 */
  stateSince: string | null
}

/** Registration 注册申请: a new record. */
export interface BladeRegistrationSave extends Input<BladeRegistration, 'account' | 'name', 'oauthId'> {
  password?: string | null
}

/** Registration 注册申请: a change. */
export interface BladeRegistrationUpdate extends Update<BladeRegistrationSave> {}

/** Registration 注册申请: query parameters of a list. */
export interface BladeRegistrationQuery extends
  SystemQuery<BladeRegistrationSort>,
  TextFilter<BladeRegistration, 'account' | 'name' | 'oauthId' | 'opinion'>,
  DictionaryFilter<BladeRegistration, 'registrationState' | 'userId'>,
  DictionaryListFilter<BladeRegistration, 'roleId' | 'deptId'>,
  DateFilter<BladeRegistration, 'stateSince'> {}

export type BladeRegistrationSort = 'account' | 'name' | 'oauthId' | 'registrationState' | 'userId' | 'stateSince'

/** Approve 通过 */
export interface BladeRegistrationApproveInput {
  roleId: string[]
  deptId: string[]
}

/** Reject 驳回 */
export interface BladeRegistrationRejectInput {
  opinion: string
}

/** Role 角色 */
export interface BladeRole extends SystemFields {
  /** Role name 角色名称 */
  roleName: string
  /** Alias 角色别名 */
  roleAlias: string
  /** Parent role 上级角色 */
  parentId: string | null
  parentIdName: string | null
  /** Data scope 数据范围 */
  dataScope: "all" | "own" | "department" | "departmentAndBelow" | null
  /** Visible menus 可见菜单 */
  menus: string[] | null
  menusName: string[] | null
  /** Data scopes 数据权限 */
  dataScopes: string[] | null
  dataScopesName: string[] | null
  /** API scopes 接口权限 */
  apiScopes: string[] | null
  apiScopesName: string[] | null
  /** Sort order 排序 */
  sort: number | null
  /** From the descriptors 来自描述文件 */
  isBuiltIn: boolean | null
  /** Remark 备注 */
  remark: string | null
  /** Role category 角色类别 */
  sourceType: "cloud_org" | "market_org" | "school_org" | "school_info" | "company" | "third_org" | "ent_type_org" | null
  /** Permissions 权限 */
  codes: string[] | null
}

/** Role 角色: a new record. */
export interface BladeRoleSave extends Input<BladeRole, 'roleName' | 'roleAlias', 'parentId' | 'dataScope' | 'menus' | 'dataScopes' | 'apiScopes' | 'sort' | 'remark' | 'sourceType' | 'codes'> {}

/** Role 角色: a change. */
export interface BladeRoleUpdate extends Update<BladeRoleSave> {}

/** Role 角色: query parameters of a list. */
export interface BladeRoleQuery extends
  SystemQuery<BladeRoleSort>,
  TextFilter<BladeRole, 'roleName' | 'roleAlias' | 'remark'>,
  DictionaryFilter<BladeRole, 'parentId' | 'dataScope' | 'sourceType'>,
  DictionaryListFilter<BladeRole, 'menus' | 'dataScopes' | 'apiScopes'>,
  IntegerFilter<BladeRole, 'sort'>,
  BooleanFilter<BladeRole, 'isBuiltIn'> {}

export type BladeRoleSort = 'roleName' | 'roleAlias' | 'parentId' | 'dataScope' | 'sort' | 'isBuiltIn' | 'remark' | 'sourceType'

/** Service token 服务令牌 */
export interface BladeServiceToken extends SystemFields {
  /** Name 名称 */
  name: string
  /** Role 角色 */
  roleId: string
  roleIdName: string | null
  /** Operations 可用操作 */
  operations: string
  /** Rows per day 每天记录数 */
  rowsPerDay: number
  /** Requests per minute 每分钟请求数 */
  requestsPerMinute: number
  /** Addresses 允许的地址 */
  addresses: string | null
  /** Expires 到期时间 */
  expireTime: string
  /** Issued 发放时间 */
  issuedAt: string | null
  /** Revoked 撤销时间 */
  revokedAt: string | null
  /** Last used 最近使用 */
  lastUsedAt: string | null
}

/** Service token 服务令牌: a new record. */
export interface BladeServiceTokenSave extends Input<BladeServiceToken, 'name' | 'roleId' | 'operations', 'rowsPerDay' | 'requestsPerMinute' | 'addresses' | 'expireTime'> {}

/** Service token 服务令牌: a change. */
export interface BladeServiceTokenUpdate extends Update<BladeServiceTokenSave> {}

/** Service token 服务令牌: query parameters of a list. */
export interface BladeServiceTokenQuery extends
  SystemQuery<BladeServiceTokenSort>,
  TextFilter<BladeServiceToken, 'name' | 'operations' | 'addresses'>,
  DictionaryFilter<BladeServiceToken, 'roleId'>,
  IntegerFilter<BladeServiceToken, 'rowsPerDay' | 'requestsPerMinute'>,
  DateFilter<BladeServiceToken, 'expireTime' | 'issuedAt' | 'revokedAt' | 'lastUsedAt'> {}

export type BladeServiceTokenSort = 'name' | 'roleId' | 'rowsPerDay' | 'requestsPerMinute' | 'expireTime' | 'issuedAt' | 'revokedAt' | 'lastUsedAt'

/** Issue token 发放令牌: result. */
export interface BladeServiceTokenIssueAnswer {
  secret: string
}

/** Text message service 短信配置 */
export interface BladeSms extends SystemFields {
  /** Code 资源编号 */
  smsCode: string
  /** Type 类型 */
  category: "1" | "2" | "3" | "4"
  /** Template ID 模板编号 */
  templateId: string
  /** Signature 短信签名 */
  signName: string
  /** Access key 访问标识 */
  accessKey: string
  /** Region 地域 */
  regionId: string | null
  /** Endpoint 接口地址 */
  endpoint: string | null
  /** In use 启用 */
  inUse: "1" | "2" | null
  /** Remark 备注 */
  remark: string | null
}

/** Text message service 短信配置: a new record. */
export interface BladeSmsSave extends Input<BladeSms, 'smsCode' | 'category' | 'templateId' | 'signName' | 'accessKey', 'regionId' | 'endpoint' | 'remark'> {
  secretKey: string
}

/** Text message service 短信配置: a change. */
export interface BladeSmsUpdate extends Update<BladeSmsSave> {}

/** Text message service 短信配置: query parameters of a list. */
export interface BladeSmsQuery extends
  SystemQuery<BladeSmsSort>,
  TextFilter<BladeSms, 'smsCode' | 'templateId' | 'signName' | 'accessKey' | 'regionId' | 'endpoint' | 'remark'>,
  DictionaryFilter<BladeSms, 'category' | 'inUse'> {}

export type BladeSmsSort = 'smsCode' | 'category' | 'templateId' | 'signName' | 'accessKey' | 'regionId' | 'endpoint' | 'inUse'

/** Send a message 发送短信 */
export interface BladeSmsSendInput {
  phones: string
  content: string
}

/** Tenant 租户 */
export interface BladeTenant extends SystemFields {
  /** Tenant ID 租户编号 */
  tenantId: string
  /** Tenant name 租户名称 */
  tenantName: string
  /** Domain 域名 */
  domain: string | null
  /** Contact 联系人 */
  linkman: string | null
  /** Contact phone 联系电话 */
  contactNumber: string | null
  /** Address 地址 */
  address: string | null
  /** Account limit 账号上限 */
  accountNumber: number | null
  /** Expires at 过期时间 */
  expireTime: string | null
  /** Package 产品包 */
  packageId: string | null
  packageIdName: string | null
  /** Sign-in background 登录背景 */
  backgroundUrl: string | null
}

/** Tenant 租户: a new record. */
export interface BladeTenantSave extends Input<BladeTenant, 'tenantId' | 'tenantName', 'domain' | 'linkman' | 'contactNumber' | 'address' | 'accountNumber' | 'expireTime' | 'packageId' | 'backgroundUrl'> {}

/** Tenant 租户: a change. */
export interface BladeTenantUpdate extends Update<BladeTenantSave> {}

/** Tenant 租户: query parameters of a list. */
export interface BladeTenantQuery extends
  SystemQuery<BladeTenantSort>,
  TextFilter<BladeTenant, 'tenantId' | 'tenantName' | 'domain' | 'linkman' | 'contactNumber' | 'address'>,
  IntegerFilter<BladeTenant, 'accountNumber'>,
  DateFilter<BladeTenant, 'expireTime'>,
  DictionaryFilter<BladeTenant, 'packageId'>,
  ImageFilter<BladeTenant, 'backgroundUrl'> {}

export type BladeTenantSort = 'tenantId' | 'tenantName' | 'domain' | 'linkman' | 'contactNumber' | 'address' | 'accountNumber' | 'expireTime' | 'packageId'

/** Issue administrator password 发放管理员密码 */
export interface BladeTenantIssuePasswordInput {
  account?: string | null
}

/** Issue administrator password 发放管理员密码: result. */
export interface BladeTenantIssuePasswordAnswer {
  account: string
  password: string
}

/** Tenant package 租户产品包 */
export interface BladeTenantPackage extends SystemFields {
  /** Package 产品包名称 */
  packageName: string
  /** Menu entries 菜单 */
  menuId: string[]
  menuIdName: string[] | null
  /** Remark 备注 */
  remark: string | null
}

/** Tenant package 租户产品包: a new record. */
export interface BladeTenantPackageSave extends Input<BladeTenantPackage, 'packageName' | 'menuId', 'remark'> {}

/** Tenant package 租户产品包: a change. */
export interface BladeTenantPackageUpdate extends Update<BladeTenantPackageSave> {}

/** Tenant package 租户产品包: query parameters of a list. */
export interface BladeTenantPackageQuery extends
  SystemQuery<BladeTenantPackageSort>,
  TextFilter<BladeTenantPackage, 'packageName' | 'remark'>,
  DictionaryListFilter<BladeTenantPackage, 'menuId'> {}

export type BladeTenantPackageSort = 'packageName'

/** School term 学期 */
export interface BladeTerm extends SystemFields {
  /** Term 学期名称 */
  name: string
  /** First day 开始日期 */
  begin: string
  /** Last day 结束日期 */
  end: string
}

/** School term 学期: a new record. */
export interface BladeTermSave extends Input<BladeTerm, 'name' | 'begin' | 'end', never> {}

/** School term 学期: a change. */
export interface BladeTermUpdate extends Update<BladeTermSave> {}

/** School term 学期: query parameters of a list. */
export interface BladeTermQuery extends
  SystemQuery<BladeTermSort>,
  TextFilter<BladeTerm, 'name'>,
  DateFilter<BladeTerm, 'begin' | 'end'> {}

export type BladeTermSort = 'name' | 'begin' | 'end'

/** Third-party company 第三方公司 */
export interface BladeThirdPartyCompany extends SystemFields {
  /** Company 公司名称 */
  companyName: string
  /** Company type 公司类别 */
  companyType: ("1" | "2" | "3" | "4")[]
  /** Credit code 统一社会信用代码 */
  creditCode: string
  /** Legal representative 法定代表人（负责人） */
  legalPerson: string | null
  /** Address 地址 */
  address: string | null
  /** Contact 联系人 */
  contact: string
  /** Contact phone 联系电话 */
  phone: string
  /** Service line 报修电话 */
  serviceLine: string | null
  /** Contract no. 合同编号 */
  contractNo: string | null
  /** Contract from 合同开始日期 */
  contractBegin: string | null
  /** Contract until 合同到期日期 */
  contractEnd: string | null
  /** Contract 合同附件 */
  contractFiles: string[] | null
  /** Status 启用状态 */
  companyStatus: "1" | "0" | null
  /** Installers 安装人员数 */
  installerCount: number | null
  /** Remark 备注 */
  remark: string | null
}

/** Third-party company 第三方公司: a new record. */
export interface BladeThirdPartyCompanySave extends Input<BladeThirdPartyCompany, 'companyName' | 'companyType' | 'creditCode' | 'contact' | 'phone', 'legalPerson' | 'address' | 'serviceLine' | 'contractNo' | 'contractBegin' | 'contractEnd' | 'contractFiles' | 'remark'> {}

/** Third-party company 第三方公司: a change. */
export interface BladeThirdPartyCompanyUpdate extends Update<BladeThirdPartyCompanySave> {}

/** Third-party company 第三方公司: query parameters of a list. */
export interface BladeThirdPartyCompanyQuery extends
  SystemQuery<BladeThirdPartyCompanySort>,
  TextFilter<BladeThirdPartyCompany, 'companyName' | 'creditCode' | 'legalPerson' | 'address' | 'contact' | 'phone' | 'serviceLine' | 'contractNo' | 'remark'>,
  DictionaryListFilter<BladeThirdPartyCompany, 'companyType'>,
  DateFilter<BladeThirdPartyCompany, 'contractBegin' | 'contractEnd'>,
  ImageFilter<BladeThirdPartyCompany, 'contractFiles'>,
  DictionaryFilter<BladeThirdPartyCompany, 'companyStatus'>,
  IntegerFilter<BladeThirdPartyCompany, 'installerCount'> {}

export type BladeThirdPartyCompanySort = 'companyName' | 'creditCode' | 'legalPerson' | 'address' | 'contact' | 'phone' | 'serviceLine' | 'contractNo' | 'contractBegin' | 'contractEnd' | 'companyStatus' | 'installerCount'

/** Change status 变更状态 */
export interface BladeThirdPartyCompanyChangeStatusInput {
  companyStatus?: "1" | "0"
}

/** Third-party organisation 第三方机构 */
export interface BladeThirdPartyOrg extends SystemFields {
  /** Organisation 机构名称 */
  orgName: string
  /** Organisation type 机构类别 */
  orgType: "1" | "2" | "3" | "4" | "5"
  /** Credit code 统一社会信用代码 */
  creditCode: string
  /** CMA certificate no. CMA 证书编号 */
  qualificationNo: string | null
  /** Qualified until 资质有效期至 */
  qualificationEnd: string | null
  /** Commissioned by 委托机构 */
  organId: string | null
  organIdName: string | null
  /** Service region 服务区域 */
  regionId: string | null
  regionIdName: string | null
  /** Address 地址 */
  address: string | null
  /** Contact 联系人 */
  contact: string
  /** Contact phone 联系电话 */
  phone: string
  /** Commission and qualification 委托与资质材料 */
  attachments: string[] | null
  /** Status 启用状态 */
  orgStatus: "1" | "0" | null
  /** Remark 备注 */
  remark: string | null
}

/** Third-party organisation 第三方机构: a new record. */
export interface BladeThirdPartyOrgSave extends Input<BladeThirdPartyOrg, 'orgName' | 'orgType' | 'creditCode' | 'contact' | 'phone', 'qualificationNo' | 'qualificationEnd' | 'organId' | 'regionId' | 'address' | 'attachments' | 'remark'> {}

/** Third-party organisation 第三方机构: a change. */
export interface BladeThirdPartyOrgUpdate extends Update<BladeThirdPartyOrgSave> {}

/** Third-party organisation 第三方机构: query parameters of a list. */
export interface BladeThirdPartyOrgQuery extends
  SystemQuery<BladeThirdPartyOrgSort>,
  TextFilter<BladeThirdPartyOrg, 'orgName' | 'creditCode' | 'qualificationNo' | 'address' | 'contact' | 'phone' | 'remark'>,
  DictionaryFilter<BladeThirdPartyOrg, 'orgType' | 'organId' | 'regionId' | 'orgStatus'>,
  DateFilter<BladeThirdPartyOrg, 'qualificationEnd'>,
  ImageFilter<BladeThirdPartyOrg, 'attachments'> {}

export type BladeThirdPartyOrgSort = 'orgName' | 'orgType' | 'creditCode' | 'qualificationNo' | 'qualificationEnd' | 'organId' | 'regionId' | 'address' | 'contact' | 'phone' | 'orgStatus'

/** Change status 变更状态 */
export interface BladeThirdPartyOrgChangeStatusInput {
  orgStatus?: "1" | "0"
}

/** User 用户 */
export interface BladeUser extends SystemFields {
  /** Account 账号 */
  account: string
  /** Display name 显示名 */
  name: string
  /** Real name 真实姓名 */
  realName: string
  /** User number 用户编号 */
  code: string | null
  /** Client type 登录端 */
  userType: "1" | "2" | "3" | null
  /** Avatar 头像 */
  avatar: string | null
  /** Mobile phone 手机号码 */
  phone: string | null
  /** E-mail 邮箱 */
  email: string | null
  /** Sex 性别 */
  sex: "1" | "2" | "3" | null
  /** Birthday 生日 */
  birthday: string | null
  /** Role 角色 */
  roleId: string[]
  roleIdName: string[] | null
  /** Department 机构 */
  deptId: string[]
  deptIdName: string[] | null
  /** Position 岗位 */
  postId: string[] | null
  postIdName: string[] | null
  /** Disabled at 停用时间 */
  disabledAt: string | null
  /** User category 用户类别 */
  sourceType: "ADMIN" | "CLOUD_ADMIN" | "MARKET_ORG" | "CHINA_ORG" | "SCHOOL_COMPANY" | "SCHOOL_ORG" | "MERCHANT" | "THIRD_ORG" | null
  /** Businesses 所属企业 */
  ownerIds: string[] | null
  ownerIdsName: string[] | null
  /** Region 所属区域 */
  regionId: string | null
  regionIdName: string | null
  /** Authority 所属监管机构 */
  organId: string | null
  organIdName: string | null
  /** Third-party organisation 所属第三方机构 */
  thirdOrgId: string | null
  thirdOrgIdName: string | null
  /** Extension 平台扩展信息 */
  userExt: string | null
}

/** User 用户: a new record. */
export interface BladeUserSave extends Input<BladeUser, 'account' | 'name' | 'realName' | 'roleId' | 'deptId', 'code' | 'userType' | 'avatar' | 'phone' | 'email' | 'sex' | 'birthday' | 'postId' | 'sourceType' | 'ownerIds' | 'regionId' | 'organId' | 'thirdOrgId' | 'userExt'> {
  password: string
}

/** User 用户: a change. */
export interface BladeUserUpdate extends Update<BladeUserSave> {}

/** User 用户: query parameters of a list. */
export interface BladeUserQuery extends
  SystemQuery<BladeUserSort>,
  TextFilter<BladeUser, 'account' | 'name' | 'realName' | 'code' | 'phone' | 'email' | 'userExt'>,
  DictionaryFilter<BladeUser, 'userType' | 'sex' | 'sourceType' | 'regionId' | 'organId' | 'thirdOrgId'>,
  ImageFilter<BladeUser, 'avatar'>,
  DateFilter<BladeUser, 'birthday' | 'disabledAt'>,
  DictionaryListFilter<BladeUser, 'roleId' | 'deptId' | 'postId' | 'ownerIds'> {}

export type BladeUserSort = 'account' | 'name' | 'realName' | 'code' | 'userType' | 'phone' | 'email' | 'sex' | 'birthday' | 'disabledAt' | 'sourceType' | 'regionId' | 'organId' | 'thirdOrgId'

/** Accompanied meal 陪餐记录 */
export interface BusinessAccompanyLog extends SystemFields {
  /** Business 企业 */
  entId: string
  entIdName: string | null
  /** Pictures 图片 */
  pictures: string[] | null
  /** Remark 备注 */
  remark: string | null
  /** School 学校 */
  schoolId: string
  schoolIdName: string | null
  /** Time 陪餐时间 */
  accompanyTime: string
  /** Day 陪餐日期 */
  accompanyDay: string | null
  /** Meal 餐次 */
  meals: "1" | "2" | "3" | "4"
  /** Companion 陪餐人类别 */
  companionType: "1" | "2" | "3" | "4" | "9"
  /** Guardian 家长 */
  guardianId: string | null
  guardianIdName: string | null
  /** Companion 陪餐人 */
  companion: string
  /** Position 职务 */
  position: string | null
  /** Dishes 当餐菜品 */
  dishes: string | null
  /** Food 饭菜质量 */
  foodRating: "1" | "2" | "3"
  /** Hygiene 环境卫生 */
  hygieneRating: "1" | "2" | "3"
  /** Service 供餐服务 */
  serviceRating: "1" | "2" | "3"
  /** Problem found 发现问题 */
  hasProblem: "0" | "1"
  /** Problem 存在问题 */
  problem: string | null
  /** Suggestion 意见建议 */
  suggestion: string | null
  /** Status 陪餐状态 */
  accompanyStatus: "0" | "1" | "2" | null
  /** Action taken 处理情况 */
  measure: string | null
  /** Resolved at 处理时间 */
  resolvedAt: string | null
  /** In this state since 状态更新于 */
  stateSince: string | null
}

/** Accompanied meal 陪餐记录: a new record. */
export interface BusinessAccompanyLogSave extends Input<BusinessAccompanyLog, 'entId' | 'meals', 'pictures' | 'remark' | 'accompanyTime' | 'companionType' | 'guardianId' | 'companion' | 'position' | 'dishes' | 'foodRating' | 'hygieneRating' | 'serviceRating' | 'hasProblem' | 'problem' | 'suggestion'> {
  schoolId?: string | null
}

/** Accompanied meal 陪餐记录: a change. */
export interface BusinessAccompanyLogUpdate extends Update<BusinessAccompanyLogSave> {}

/** Accompanied meal 陪餐记录: query parameters of a list. */
export interface BusinessAccompanyLogQuery extends
  SystemQuery<BusinessAccompanyLogSort>,
  DictionaryFilter<BusinessAccompanyLog, 'entId' | 'schoolId' | 'meals' | 'companionType' | 'guardianId' | 'foodRating' | 'hygieneRating' | 'serviceRating' | 'hasProblem' | 'accompanyStatus'>,
  ImageFilter<BusinessAccompanyLog, 'pictures'>,
  TextFilter<BusinessAccompanyLog, 'remark' | 'companion' | 'position' | 'dishes' | 'problem' | 'suggestion' | 'measure'>,
  DateFilter<BusinessAccompanyLog, 'accompanyTime' | 'accompanyDay' | 'resolvedAt' | 'stateSince'> {}

export type BusinessAccompanyLogSort = 'entId' | 'schoolId' | 'accompanyTime' | 'accompanyDay' | 'meals' | 'companionType' | 'guardianId' | 'companion' | 'position' | 'dishes' | 'foodRating' | 'hygieneRating' | 'serviceRating' | 'hasProblem' | 'accompanyStatus' | 'resolvedAt' | 'stateSince'

/** Resolve 处理完成 */
export interface BusinessAccompanyLogResolveInput {
  measure: string
}

/** App advert 应用广告 */
export interface BusinessAppAdvert extends SystemFields {
  /** Title 广告标题 */
  advertTitle: string
  /** Position 投放位置 */
  position: "1" | "2" | "3" | "4"
  /** Shown in 投放端 */
  apps: ("1" | "2" | "3")[]
  /** Picture 广告图片 */
  picture: string
  /** Link 跳转链接 */
  linkUrl: string | null
  /** From 投放开始 */
  beginDate: string
  /** Until 投放截止 */
  endDate: string
  /** Sort order 排序 */
  sort: number | null
  /** Status 投放状态 */
  advertStatus: "0" | "1" | "2" | null
  /** Remark 备注 */
  remark: string | null
  /** In this state since 状态更新于 */
  stateSince: string | null
}

/** App advert 应用广告: a new record. */
export interface BusinessAppAdvertSave extends Input<BusinessAppAdvert, 'advertTitle' | 'apps' | 'picture' | 'endDate', 'position' | 'linkUrl' | 'beginDate' | 'sort' | 'remark'> {}

/** App advert 应用广告: a change. */
export interface BusinessAppAdvertUpdate extends Update<BusinessAppAdvertSave> {}

/** App advert 应用广告: query parameters of a list. */
export interface BusinessAppAdvertQuery extends
  SystemQuery<BusinessAppAdvertSort>,
  TextFilter<BusinessAppAdvert, 'advertTitle' | 'linkUrl' | 'remark'>,
  DictionaryFilter<BusinessAppAdvert, 'position' | 'advertStatus'>,
  DictionaryListFilter<BusinessAppAdvert, 'apps'>,
  ImageFilter<BusinessAppAdvert, 'picture'>,
  DateFilter<BusinessAppAdvert, 'beginDate' | 'endDate' | 'stateSince'>,
  IntegerFilter<BusinessAppAdvert, 'sort'> {}

export type BusinessAppAdvertSort = 'advertTitle' | 'position' | 'linkUrl' | 'beginDate' | 'endDate' | 'sort' | 'advertStatus' | 'stateSince'

/** Adverts on show 正在投放的广告: input. */
export interface BusinessAppAdvertListOnlineInput {
  position: "1" | "2" | "3" | "4"
}

/** Food recall 食品召回记录 */
export interface BusinessEntBack extends SystemFields {
  /** Business 企业 */
  entId: string
  entIdName: string | null
  /** Pictures 图片 */
  pictures: string[] | null
  /** Remark 备注 */
  remark: string | null
  /** Recall no. 召回编号 */
  backNo: string | null
  /** Batch 问题批次 */
  stockId: string
  stockIdName: string | null
  /** Product 产品名称 */
  productName: string | null
  /** Batch no. 批号 */
  batchNo: string | null
  /** Reason for recall 召回原因 */
  recallReason: "1" | "2" | "3" | "4" | "5"
  /** Recall level 召回级别 */
  recallLevel: "1" | "2" | "3"
  /** Known since 知悉时间 */
  foundTime: string
  /** Problem 问题描述 */
  problem: string
  /** Already served 已供餐食用 */
  served: "0" | "1"
  /** Meals and diners 供餐餐次与人数 */
  servedTo: string | null
  /** Recall status 召回状态 */
  recallStatus: "0" | "1" | "2" | null
  /** Reported at 报告时间 */
  reportedAt: string | null
  /** Planned destruction 拟销毁时间 */
  plannedAt: string | null
  /** Place of destruction 拟销毁地点 */
  plannedPlace: string | null
  /** Disposal 处置方式 */
  disposal: "1" | "2" | "3" | "4" | null
  /** Quantity disposed of 处置数量 */
  disposedQuantity: number | null
  /** Disposed at 处置时间 */
  disposedAt: string | null
  /** Witness 监督人 */
  witness: string | null
  /** Photos of the disposal 处置照片 */
  evidence: string[] | null
  /** In this state since 状态更新于 */
  stateSince: string | null
}

/** Food recall 食品召回记录: a new record. */
export interface BusinessEntBackSave extends Input<BusinessEntBack, 'entId' | 'stockId' | 'recallReason' | 'problem', 'pictures' | 'remark' | 'recallLevel' | 'foundTime' | 'served' | 'servedTo'> {}

/** Food recall 食品召回记录: a change. */
export interface BusinessEntBackUpdate extends Update<BusinessEntBackSave> {}

/** Food recall 食品召回记录: query parameters of a list. */
export interface BusinessEntBackQuery extends
  SystemQuery<BusinessEntBackSort>,
  DictionaryFilter<BusinessEntBack, 'entId' | 'stockId' | 'recallReason' | 'recallLevel' | 'served' | 'recallStatus' | 'disposal'>,
  ImageFilter<BusinessEntBack, 'pictures' | 'evidence'>,
  TextFilter<BusinessEntBack, 'remark' | 'backNo' | 'productName' | 'batchNo' | 'problem' | 'servedTo' | 'plannedPlace' | 'witness'>,
  DateFilter<BusinessEntBack, 'foundTime' | 'reportedAt' | 'plannedAt' | 'disposedAt' | 'stateSince'>,
  IntegerFilter<BusinessEntBack, 'disposedQuantity'> {}

export type BusinessEntBackSort = 'entId' | 'backNo' | 'stockId' | 'productName' | 'batchNo' | 'recallReason' | 'recallLevel' | 'foundTime' | 'served' | 'servedTo' | 'recallStatus' | 'reportedAt' | 'plannedAt' | 'plannedPlace' | 'disposal' | 'disposedQuantity' | 'disposedAt' | 'witness' | 'stateSince'

/** Record the disposal 登记处置 */
export interface BusinessEntBackDisposeInput {
  disposal: "1" | "2" | "3" | "4"
  disposedQuantity: number
  witness: string
  evidence: string[]
}

/** Report the destruction 报告销毁时间地点 */
export interface BusinessEntBackPlanDisposalInput {
  plannedAt: string
  plannedPlace: string
}

/** Disinfection record 餐饮具消毒记录 */
export interface BusinessEntDisinfect extends SystemFields {
  /** Business 企业 */
  entId: string
  entIdName: string | null
  /** Pictures 图片 */
  pictures: string[] | null
  /** Remark 备注 */
  remark: string | null
  /** Disinfected 消毒对象 */
  disinfectObject: "1" | "2" | "3" | "4" | "5"
  /** Items 消毒物品 */
  items: string
  /** Pieces 数量 */
  amount: number | null
  /** Meal 餐次 */
  meals: "1" | "2" | "3" | "4"
  /** Disinfection method 消毒方式 */
  disinfectType: "1" | "5" | "3" | "2" | "4" | "7" | "6"
  /** Started at 开始时间 */
  disinfectTime: string
  /** Duration 消毒时长 */
  minutes: number
  /** Temperature 消毒温度 */
  temperature: number | null
  /** Available chlorine 有效氯浓度 */
  concentration: number | null
  /** Disinfection company 集中消毒单位 */
  serviceName: string | null
  /** Certificate no. 消毒合格证明编号 */
  certificateNo: string | null
  /** Operator 操作人 */
  personnelId: string
  personnelIdName: string | null
  /** Result 消毒结果 */
  disinfectResult: "1" | "2" | null
  /** Action taken 处理措施 */
  measure: string | null
}

/** Disinfection record 餐饮具消毒记录: a new record. */
export interface BusinessEntDisinfectSave extends Input<BusinessEntDisinfect, 'entId' | 'items' | 'meals' | 'minutes' | 'personnelId', 'pictures' | 'remark' | 'disinfectObject' | 'amount' | 'disinfectType' | 'disinfectTime' | 'temperature' | 'concentration' | 'serviceName' | 'certificateNo' | 'measure'> {}

/** Disinfection record 餐饮具消毒记录: a change. */
export interface BusinessEntDisinfectUpdate extends Update<BusinessEntDisinfectSave> {}

/** Disinfection record 餐饮具消毒记录: query parameters of a list. */
export interface BusinessEntDisinfectQuery extends
  SystemQuery<BusinessEntDisinfectSort>,
  DictionaryFilter<BusinessEntDisinfect, 'entId' | 'disinfectObject' | 'meals' | 'disinfectType' | 'personnelId' | 'disinfectResult'>,
  ImageFilter<BusinessEntDisinfect, 'pictures'>,
  TextFilter<BusinessEntDisinfect, 'remark' | 'items' | 'serviceName' | 'certificateNo' | 'measure'>,
  IntegerFilter<BusinessEntDisinfect, 'amount' | 'minutes' | 'temperature' | 'concentration'>,
  DateFilter<BusinessEntDisinfect, 'disinfectTime'> {}

export type BusinessEntDisinfectSort = 'entId' | 'disinfectObject' | 'items' | 'amount' | 'meals' | 'disinfectType' | 'disinfectTime' | 'minutes' | 'temperature' | 'concentration' | 'serviceName' | 'certificateNo' | 'personnelId' | 'disinfectResult' | 'measure'

/** Pest control record 消杀记录 */
export interface BusinessEntDisinfection extends SystemFields {
  /** Business 企业 */
  entId: string
  entIdName: string | null
  /** Pictures 图片 */
  pictures: string[] | null
  /** Remark 备注 */
  remark: string | null
  /** Record no. 消杀编号 */
  disinfectionNo: string | null
  /** Time 消杀时间 */
  disinfectionTime: string
  /** Pests 防制对象 */
  pests: ("1" | "2" | "3" | "4" | "9")[]
  /** Areas 消杀区域 */
  areas: ("1" | "2" | "3" | "4" | "5" | "6")[]
  /** Method 消杀方式 */
  method: ("1" | "2" | "3" | "4")[]
  /** Pesticide 药剂名称 */
  agent: string | null
  /** Pesticide registration no. 农药登记证号 */
  agentNo: string | null
  /** Dosage 用量 */
  dosage: string | null
  /** Food and tableware removed or covered 食品和餐具已移出或遮盖 */
  foodCovered: "0" | "1"
  /** Aired and cleaned afterwards 作业后已通风清洁 */
  cleanedAfter: "0" | "1"
  /** Traces of pests 发现的虫鼠迹象 */
  traces: string | null
  /** By a contractor 委托专业机构 */
  outsourced: "0" | "1"
  /** Contractor 消杀机构 */
  company: string | null
  /** Licence of the contractor 机构资质编号 */
  companyLicence: string | null
  /** Operator or escort 操作（陪同）人 */
  personnelId: string
  personnelIdName: string | null
  /** Next on 下次消杀日期 */
  nextDate: string | null
}

/** Pest control record 消杀记录: a new record. */
export interface BusinessEntDisinfectionSave extends Input<BusinessEntDisinfection, 'entId' | 'pests' | 'areas' | 'method' | 'personnelId', 'pictures' | 'remark' | 'disinfectionTime' | 'agent' | 'agentNo' | 'dosage' | 'foodCovered' | 'cleanedAfter' | 'traces' | 'outsourced' | 'company' | 'companyLicence' | 'nextDate'> {}

/** Pest control record 消杀记录: a change. */
export interface BusinessEntDisinfectionUpdate extends Update<BusinessEntDisinfectionSave> {}

/** Pest control record 消杀记录: query parameters of a list. */
export interface BusinessEntDisinfectionQuery extends
  SystemQuery<BusinessEntDisinfectionSort>,
  DictionaryFilter<BusinessEntDisinfection, 'entId' | 'foodCovered' | 'cleanedAfter' | 'outsourced' | 'personnelId'>,
  ImageFilter<BusinessEntDisinfection, 'pictures'>,
  TextFilter<BusinessEntDisinfection, 'remark' | 'disinfectionNo' | 'agent' | 'agentNo' | 'dosage' | 'traces' | 'company' | 'companyLicence'>,
  DateFilter<BusinessEntDisinfection, 'disinfectionTime' | 'nextDate'>,
  DictionaryListFilter<BusinessEntDisinfection, 'pests' | 'areas' | 'method'> {}

export type BusinessEntDisinfectionSort = 'entId' | 'disinfectionNo' | 'disinfectionTime' | 'agent' | 'agentNo' | 'dosage' | 'foodCovered' | 'cleanedAfter' | 'outsourced' | 'company' | 'companyLicence' | 'personnelId' | 'nextDate'

/** Morning health check 晨检记录 */
export interface BusinessEntMorningCheck extends SystemFields {
  /** Business 企业 */
  entId: string
  entIdName: string | null
  /** Pictures 图片 */
  pictures: string[] | null
  /** Remark 备注 */
  remark: string | null
  /** Employee 从业人员 */
  personnelId: string
  personnelIdName: string | null
  /** Checked at 晨检时间 */
  checkTime: string
  /** Day 晨检日期 */
  checkDay: string | null
  /** Temperature 体温 */
  temperature: number
  /** Symptoms 症状 */
  symptoms: (("1" | "2" | "3" | "4" | "5")[] | null)
  /** Uniform OK 着装整洁 */
  cleanDress: "0" | "1"
  /** Result 晨检结果 */
  morningResult: "1" | "2" | null
  /** Checked by 检查人 */
  checkerId: string | null
  checkerIdName: string | null
  /** Action taken 处理措施 */
  measure: string | null
}

/** Morning health check 晨检记录: a new record. */
export interface BusinessEntMorningCheckSave extends Input<BusinessEntMorningCheck, 'entId' | 'personnelId' | 'temperature', 'pictures' | 'remark' | 'checkTime' | 'symptoms' | 'cleanDress' | 'checkerId' | 'measure'> {}

/** Morning health check 晨检记录: a change. */
export interface BusinessEntMorningCheckUpdate extends Update<BusinessEntMorningCheckSave> {}

/** Morning health check 晨检记录: query parameters of a list. */
export interface BusinessEntMorningCheckQuery extends
  SystemQuery<BusinessEntMorningCheckSort>,
  DictionaryFilter<BusinessEntMorningCheck, 'entId' | 'personnelId' | 'cleanDress' | 'morningResult' | 'checkerId'>,
  ImageFilter<BusinessEntMorningCheck, 'pictures'>,
  TextFilter<BusinessEntMorningCheck, 'remark' | 'measure'>,
  DateFilter<BusinessEntMorningCheck, 'checkTime' | 'checkDay'>,
  IntegerFilter<BusinessEntMorningCheck, 'temperature'>,
  DictionaryListFilter<BusinessEntMorningCheck, 'symptoms'> {}

export type BusinessEntMorningCheckSort = 'entId' | 'personnelId' | 'checkTime' | 'checkDay' | 'temperature' | 'cleanDress' | 'morningResult' | 'checkerId' | 'measure'

/** Purchase order 采购订单 */
export interface BusinessEntOrder extends SystemFields {
  /** Business 企业 */
  entId: string
  entIdName: string | null
  /** Pictures 图片 */
  pictures: string[] | null
  /** Remark 备注 */
  remark: string | null
  /** Order no. 订单编号 */
  orderNo: string | null
  /** Ordered at 下单时间 */
  orderTime: string
  /** Supplier 供应商 */
  supplierName: string
  /** Supplier licence no. 供应商许可证号 */
  supplierLicence: string | null
  /** Supplier phone 供应商电话 */
  supplierPhone: string | null
  /** Expected delivery 期望送达日期 */
  deliveryDate: string | null
  /** Delivery address 收货地址 */
  deliveryAddress: string | null
  /** Order status 订单状态 */
  orderStatus: "0" | "1" | "2" | "3" | null
  /** Items 订单明细; read with a single record only. */
  lines?: BusinessEntOrderDetail[]
  /** Freight 运费 */
  freight: number | null
  /** Total 合计 */
  total: number | null
  /** Delivery documents 票证照片 */
  tickets: string[] | null
  /** Accepted by 验收人 */
  acceptorId: string | null
  acceptorIdName: string | null
  /** Second acceptor 复核验收人 */
  secondAcceptorId: string | null
  secondAcceptorIdName: string | null
  /** Received at 验收时间 */
  receivedAt: string | null
  /** Reason for refusal 拒收原因 */
  returnReason: string | null
  /** In this state since 状态更新于 */
  stateSince: string | null
}

/** Purchase order 采购订单: a new record. */
export interface BusinessEntOrderSave extends Input<BusinessEntOrder, 'entId' | 'supplierName', 'pictures' | 'remark' | 'orderTime' | 'supplierLicence' | 'supplierPhone' | 'deliveryDate' | 'deliveryAddress' | 'freight'> {
  lines: BusinessEntOrderDetailAsLine[]
}

/** Purchase order 采购订单: a change. */
export interface BusinessEntOrderUpdate extends Update<BusinessEntOrderSave> {}

/** Purchase order 采购订单: query parameters of a list. */
export interface BusinessEntOrderQuery extends
  SystemQuery<BusinessEntOrderSort>,
  DictionaryFilter<BusinessEntOrder, 'entId' | 'orderStatus' | 'acceptorId' | 'secondAcceptorId'>,
  ImageFilter<BusinessEntOrder, 'pictures' | 'tickets'>,
  TextFilter<BusinessEntOrder, 'remark' | 'orderNo' | 'supplierName' | 'supplierLicence' | 'supplierPhone' | 'deliveryAddress' | 'returnReason'>,
  DateFilter<BusinessEntOrder, 'orderTime' | 'deliveryDate' | 'receivedAt' | 'stateSince'>,
  IntegerFilter<BusinessEntOrder, 'freight' | 'total'> {}

export type BusinessEntOrderSort = 'entId' | 'orderNo' | 'orderTime' | 'supplierName' | 'supplierLicence' | 'supplierPhone' | 'deliveryDate' | 'deliveryAddress' | 'orderStatus' | 'freight' | 'total' | 'acceptorId' | 'secondAcceptorId' | 'receivedAt' | 'stateSince'

/** Receive 验收 */
export interface BusinessEntOrderReceiveInput {
  lines?: BusinessEntOrderDetailAsLine[]
  acceptorId: string
  secondAcceptorId: string
  tickets: string[]
}

/** Refuse 拒收退货 */
export interface BusinessEntOrderRefuseInput {
  returnReason: string
}

/** Analysis of purchases 采购分析: input. */
export interface BusinessEntOrderListAnalysisOrderByQueryInput {
  entId?: string | null
  supplierName?: string | null
  beginTime?: string | null
  endTime?: string | null
}

/** Analysis of purchases 采购分析: a row. */
export interface BusinessEntOrderListAnalysisOrderByQueryRow {
  entId: string | null
  entIdName: string | null
  supplierName: string | null
  orders: number
  amount: number | null
  last: string | null
}

/** Orders from a supplier 供应商订单: input. */
export interface BusinessEntOrderDetailAnalysisOrderInput {
  entId: string
  supplierName: string
}

/** Order item 订单明细 */
export interface BusinessEntOrderDetail extends SystemFields {
  /** Purchase order 采购订单 */
  orderId: string
  orderIdName: string | null
  /** Order status 订单状态 */
  orderStatus: "0" | "1" | "2" | "3" | null
  /** Product 产品名称 */
  productName: string
  /** Product category 产品分类 */
  productTypeId: string
  productTypeIdName: string | null
  /** Specification 规格 */
  spec: string | null
  /** Batch no. 批号 */
  batchNo: string | null
  /** Production date 生产日期 */
  productionDate: string | null
  /** Expiry date 到期日期 */
  expiryDate: string | null
  /** Quantity 数量 */
  quantity: number
  /** Unit 单位 */
  unit: "1" | "3" | "2" | "5" | "6" | "7" | "8" | "9" | "10" | "4" | "11" | "12" | "13" | "14" | "15" | "16" | "17" | "18" | "19" | "20" | "21" | "22" | "23" | "24"
  /** Price 单价 */
  price: number
  /** Amount 金额 */
  amount: number | null
  /** Received 实收数量 */
  receivedCount: number | null
  /** Note on receipt 签收说明 */
  signRemark: string | null
}

/** Order item 订单明细: a new record. */
export interface BusinessEntOrderDetailSave extends Input<BusinessEntOrderDetail, 'orderId' | 'productName' | 'productTypeId' | 'quantity' | 'price', 'spec' | 'batchNo' | 'productionDate' | 'expiryDate' | 'unit'> {}

/** Order item 订单明细: a change. */
export interface BusinessEntOrderDetailUpdate extends Update<BusinessEntOrderDetailSave> {}

/** Order item 订单明细: a line of its parent record. */
export interface BusinessEntOrderDetailAsLine extends Line<BusinessEntOrderDetailSave, 'orderId'> {}

/** Order item 订单明细: query parameters of a list. */
export interface BusinessEntOrderDetailQuery extends
  SystemQuery<BusinessEntOrderDetailSort>,
  DictionaryFilter<BusinessEntOrderDetail, 'orderId' | 'orderStatus' | 'productTypeId' | 'unit'>,
  TextFilter<BusinessEntOrderDetail, 'productName' | 'spec' | 'batchNo' | 'signRemark'>,
  DateFilter<BusinessEntOrderDetail, 'productionDate' | 'expiryDate'>,
  IntegerFilter<BusinessEntOrderDetail, 'quantity' | 'price' | 'amount' | 'receivedCount'> {}

export type BusinessEntOrderDetailSort = 'orderId' | 'orderStatus' | 'productName' | 'productTypeId' | 'spec' | 'batchNo' | 'productionDate' | 'expiryDate' | 'quantity' | 'unit' | 'price' | 'amount' | 'receivedCount' | 'signRemark'

/** Items of a delivery 送货明细: input. */
export interface BusinessEntOrderDetailListDeliveryDetailInput {
  orderId: string
}

/** Ordering and acceptance staff 订货验收人员 */
export interface BusinessEntOrderUser extends SystemFields {
  /** Business 企业 */
  entId: string
  entIdName: string | null
  /** Employee 从业人员 */
  personnelId: string
  personnelIdName: string | null
  /** Duty 订货职责 */
  duty: "1" | "2" | "3"
  /** Contact phone 联系电话 */
  phone: string
  /** From 任职开始 */
  validFrom: string
  /** Until 任职截止 */
  validTo: string | null
  /** Signature 签字样本 */
  signature: string | null
  /** Appointment 任命文件 */
  letter: string | null
  /** Remark 备注 */
  remark: string | null
}

/** Ordering and acceptance staff 订货验收人员: a new record. */
export interface BusinessEntOrderUserSave extends Input<BusinessEntOrderUser, 'entId' | 'personnelId' | 'duty', 'phone' | 'validFrom' | 'validTo' | 'signature' | 'letter' | 'remark'> {}

/** Ordering and acceptance staff 订货验收人员: a change. */
export interface BusinessEntOrderUserUpdate extends Update<BusinessEntOrderUserSave> {}

/** Ordering and acceptance staff 订货验收人员: query parameters of a list. */
export interface BusinessEntOrderUserQuery extends
  SystemQuery<BusinessEntOrderUserSort>,
  DictionaryFilter<BusinessEntOrderUser, 'entId' | 'personnelId' | 'duty'>,
  TextFilter<BusinessEntOrderUser, 'phone' | 'remark'>,
  DateFilter<BusinessEntOrderUser, 'validFrom' | 'validTo'>,
  ImageFilter<BusinessEntOrderUser, 'signature' | 'letter'> {}

export type BusinessEntOrderUserSort = 'entId' | 'personnelId' | 'duty' | 'phone' | 'validFrom' | 'validTo' | 'remark'

/** Employee 从业人员 */
export interface BusinessEntPersonnel extends SystemFields {
  /** Business 企业 */
  entId: string
  entIdName: string | null
  /** Pictures 图片 */
  pictures: string[] | null
  /** Remark 备注 */
  remark: string | null
  /** Name 姓名 */
  name: string
  /** Sex 性别 */
  sex: "1" | "2" | "3"
  /** ID card no. 身份证号 */
  idCard: string | null
  /** Mobile phone 手机号码 */
  phone: string
  /** Position 岗位 */
  post: "1" | "2" | "3" | "4" | "5" | "7" | "6"
  /** Start date 入职日期 */
  entryDate: string | null
  /** Employed 在职 */
  employed: "0" | "1"
  /** Health certificate no. 健康证编号 */
  certNo: string | null
  /** Issued by 发证机构 */
  certIssuer: string | null
  /** Certificate issue date 健康证签发日期 */
  certBegin: string | null
  /** Certificate valid until 健康证有效期至 */
  certEnd: string | null
  /** Certificate photos 健康证照片 */
  certPictures: string[] | null
}

/** Employee 从业人员: a new record. */
export interface BusinessEntPersonnelSave extends Input<BusinessEntPersonnel, 'entId' | 'name' | 'sex' | 'phone' | 'post', 'pictures' | 'remark' | 'idCard' | 'entryDate' | 'employed' | 'certNo' | 'certIssuer' | 'certBegin' | 'certEnd' | 'certPictures'> {}

/** Employee 从业人员: a change. */
export interface BusinessEntPersonnelUpdate extends Update<BusinessEntPersonnelSave> {}

/** Employee 从业人员: query parameters of a list. */
export interface BusinessEntPersonnelQuery extends
  SystemQuery<BusinessEntPersonnelSort>,
  DictionaryFilter<BusinessEntPersonnel, 'entId' | 'sex' | 'post' | 'employed'>,
  ImageFilter<BusinessEntPersonnel, 'pictures' | 'certPictures'>,
  TextFilter<BusinessEntPersonnel, 'remark' | 'name' | 'idCard' | 'phone' | 'certNo' | 'certIssuer'>,
  DateFilter<BusinessEntPersonnel, 'entryDate' | 'certBegin' | 'certEnd'> {}

export type BusinessEntPersonnelSort = 'entId' | 'name' | 'sex' | 'idCard' | 'phone' | 'post' | 'entryDate' | 'employed' | 'certNo' | 'certIssuer' | 'certBegin' | 'certEnd'

/** Food sample 留样记录 */
export interface BusinessEntRetentionSample extends SystemFields {
  /** Business 企业 */
  entId: string
  entIdName: string | null
  /** Pictures 图片 */
  pictures: string[] | null
  /** Remark 备注 */
  remark: string | null
  /** Dish 留样菜品 */
  sampleName: string
  /** Meal 餐次 */
  meals: "1" | "2" | "3" | "4"
  /** Sampled at 留样时间 */
  sampleTime: string
  /** Weight 留样量 */
  weight: number
  /** Cabinet 留样柜（盒）号 */
  cabinet: string | null
  /** Storage temp. 冷藏温度 */
  storage: number | null
  /** Sampled by 留样人 */
  personnelId: string | null
  personnelIdName: string | null
  /** Keep until 保存至 */
  keepUntil: string | null
  /** Sample status 留样状态 */
  sampleStatus: "0" | "1" | null
  /** Disposed at 销毁时间 */
  handledAt: string | null
  /** Disposed by 销毁人 */
  handler: string | null
  /** In this state since 状态更新于 */
  stateSince: string | null
}

/** Food sample 留样记录: a new record. */
export interface BusinessEntRetentionSampleSave extends Input<BusinessEntRetentionSample, 'entId' | 'sampleName' | 'meals' | 'weight', 'pictures' | 'remark' | 'sampleTime' | 'cabinet' | 'storage' | 'personnelId'> {}

/** Food sample 留样记录: a change. */
export interface BusinessEntRetentionSampleUpdate extends Update<BusinessEntRetentionSampleSave> {}

/** Food sample 留样记录: query parameters of a list. */
export interface BusinessEntRetentionSampleQuery extends
  SystemQuery<BusinessEntRetentionSampleSort>,
  DictionaryFilter<BusinessEntRetentionSample, 'entId' | 'meals' | 'personnelId' | 'sampleStatus'>,
  ImageFilter<BusinessEntRetentionSample, 'pictures'>,
  TextFilter<BusinessEntRetentionSample, 'remark' | 'sampleName' | 'cabinet' | 'handler'>,
  DateFilter<BusinessEntRetentionSample, 'sampleTime' | 'keepUntil' | 'handledAt' | 'stateSince'>,
  IntegerFilter<BusinessEntRetentionSample, 'weight' | 'storage'> {}

export type BusinessEntRetentionSampleSort = 'entId' | 'sampleName' | 'meals' | 'sampleTime' | 'weight' | 'cabinet' | 'storage' | 'personnelId' | 'keepUntil' | 'sampleStatus' | 'handledAt' | 'handler' | 'stateSince'

/** Dispose 销毁 */
export interface BusinessEntRetentionSampleDisposeInput {
  handler: string
}

/** Training 培训记录 */
export interface BusinessEntTrain extends SystemFields {
  /** Business 企业 */
  entId: string
  entIdName: string | null
  /** Photos and attendance sheet 现场与签到照片 */
  pictures: string[] | null
  /** Remark 备注 */
  remark: string | null
  /** Subject 培训主题 */
  subject: string
  /** Kind of training 培训类别 */
  trainType: "1" | "2" | "3" | "4"
  /** Date 培训日期 */
  trainDate: string
  /** Duration 培训时长 */
  hours: number
  /** Place 培训地点 */
  place: string | null
  /** Trainer 授课人 */
  trainer: string
  /** Content 培训内容 */
  content: string
  /** Trainees 参训人员 */
  trainees: string[] | null
  traineesName: string[] | null
  /** Attendance 参训人数 */
  headcount: number | null
  /** Assessment 考核方式 */
  assess: "0" | "1" | "2" | "3"
  /** Passed 考核合格人数 */
  passedCount: number | null
  /** Slides and tests 课件与试卷 */
  materials: string[] | null
  /** Training status 培训状态 */
  trainStatus: "0" | "1" | "2" | null
  /** In this state since 状态更新于 */
  stateSince: string | null
}

/** Training 培训记录: a new record. */
export interface BusinessEntTrainSave extends Input<BusinessEntTrain, 'entId' | 'subject' | 'hours' | 'trainer' | 'content', 'pictures' | 'remark' | 'trainType' | 'trainDate' | 'place' | 'trainees' | 'assess' | 'passedCount' | 'materials'> {}

/** Training 培训记录: a change. */
export interface BusinessEntTrainUpdate extends Update<BusinessEntTrainSave> {}

/** Training 培训记录: query parameters of a list. */
export interface BusinessEntTrainQuery extends
  SystemQuery<BusinessEntTrainSort>,
  DictionaryFilter<BusinessEntTrain, 'entId' | 'trainType' | 'assess' | 'trainStatus'>,
  ImageFilter<BusinessEntTrain, 'pictures' | 'materials'>,
  TextFilter<BusinessEntTrain, 'remark' | 'subject' | 'place' | 'trainer' | 'content'>,
  DateFilter<BusinessEntTrain, 'trainDate' | 'stateSince'>,
  IntegerFilter<BusinessEntTrain, 'hours' | 'headcount' | 'passedCount'>,
  DictionaryListFilter<BusinessEntTrain, 'trainees'> {}

export type BusinessEntTrainSort = 'entId' | 'subject' | 'trainType' | 'trainDate' | 'hours' | 'place' | 'trainer' | 'headcount' | 'assess' | 'passedCount' | 'trainStatus' | 'stateSince'

/** Record as held 登记完成 */
export interface BusinessEntTrainFinishInput extends Input<BusinessEntTrain, never, 'passedCount'> {
  trainees: string[]
  pictures: string[]
}

/** Cancel training 取消培训 */
export interface BusinessEntTrainCancelInput {
  reason: string
}

/** Waste disposal 废弃物处置记录 */
export interface BusinessEntWaste extends SystemFields {
  /** Business 企业 */
  entId: string
  entIdName: string | null
  /** Photos of the waybill and the waste 联单与现场照片 */
  pictures: string[] | null
  /** Remark 备注 */
  remark: string | null
  /** Record no. 处置编号 */
  wasteNo: string | null
  /** Kind of waste 废弃物类别 */
  category: "1" | "2" | "3" | "9"
  /** Reason 原因 */
  reason: "1" | "2" | "3" | "4" | null
  /** Disposed at 处置时间 */
  wasteTime: string
  /** Weight 重量 */
  weight: number
  /** Collected by 收运单位 */
  recipient: string
  /** Licence of the collector 收运资质编号 */
  recipientLicence: string | null
  /** Contract no. 收运协议编号 */
  contractNo: string | null
  /** Waybill no. 收运联单号 */
  receiptNo: string | null
  /** Collector 收运人 */
  collector: string | null
  /** Product and batch 品名与批次 */
  detail: string | null
  /** Handled by 经办人 */
  personnelId: string
  personnelIdName: string | null
}

/** Waste disposal 废弃物处置记录: a new record. */
export interface BusinessEntWasteSave extends Input<BusinessEntWaste, 'entId' | 'weight' | 'recipient' | 'personnelId', 'pictures' | 'remark' | 'category' | 'reason' | 'wasteTime' | 'recipientLicence' | 'contractNo' | 'receiptNo' | 'collector' | 'detail'> {}

/** Waste disposal 废弃物处置记录: a change. */
export interface BusinessEntWasteUpdate extends Update<BusinessEntWasteSave> {}

/** Waste disposal 废弃物处置记录: query parameters of a list. */
export interface BusinessEntWasteQuery extends
  SystemQuery<BusinessEntWasteSort>,
  DictionaryFilter<BusinessEntWaste, 'entId' | 'category' | 'reason' | 'personnelId'>,
  ImageFilter<BusinessEntWaste, 'pictures'>,
  TextFilter<BusinessEntWaste, 'remark' | 'wasteNo' | 'recipient' | 'recipientLicence' | 'contractNo' | 'receiptNo' | 'collector' | 'detail'>,
  DateFilter<BusinessEntWaste, 'wasteTime'>,
  IntegerFilter<BusinessEntWaste, 'weight'> {}

export type BusinessEntWasteSort = 'entId' | 'wasteNo' | 'category' | 'reason' | 'wasteTime' | 'weight' | 'recipient' | 'recipientLicence' | 'contractNo' | 'receiptNo' | 'collector' | 'detail' | 'personnelId'

/** Product return 产品退货 */
export interface BusinessProductBack extends SystemFields {
  /** Business 企业 */
  entId: string
  entIdName: string | null
  /** Pictures 图片 */
  pictures: string[] | null
  /** Remark 备注 */
  remark: string | null
  /** Return no. 退货单号 */
  backNo: string | null
  /** Stock batch 库存批次 */
  stockId: string
  stockIdName: string | null
  /** Product 产品名称 */
  productName: string | null
  /** Quantity 退货数量 */
  quantity: number
  /** Unit 单位 */
  unit: "1" | "3" | "2" | "5" | "6" | "7" | "8" | "9" | "10" | "4" | "11" | "12" | "13" | "14" | "15" | "16" | "17" | "18" | "19" | "20" | "21" | "22" | "23" | "24" | null
  /** Supplier 供应商 */
  supplierName: string
  /** Reason for return 退货原因 */
  backReason: "1" | "2" | "3" | "4" | "5" | "6"
  /** Details 情况说明 */
  detail: string | null
  /** Returned at 退货时间 */
  backTime: string
  /** Handled by 经办人 */
  personnelId: string
  personnelIdName: string | null
  /** Return status 退货状态 */
  backStatus: "0" | "1" | "2" | null
  /** Received by 供应商签收人 */
  receiver: string | null
  /** Refund 退款金额 */
  refund: number | null
  /** Receipts 退货凭证 */
  receipts: string[] | null
  /** In this state since 状态更新于 */
  stateSince: string | null
}

/** Product return 产品退货: a new record. */
export interface BusinessProductBackSave extends Input<BusinessProductBack, 'entId' | 'stockId' | 'quantity' | 'supplierName' | 'personnelId', 'pictures' | 'remark' | 'backReason' | 'detail' | 'backTime'> {}

/** Product return 产品退货: a change. */
export interface BusinessProductBackUpdate extends Update<BusinessProductBackSave> {}

/** Product return 产品退货: query parameters of a list. */
export interface BusinessProductBackQuery extends
  SystemQuery<BusinessProductBackSort>,
  DictionaryFilter<BusinessProductBack, 'entId' | 'stockId' | 'unit' | 'backReason' | 'personnelId' | 'backStatus'>,
  ImageFilter<BusinessProductBack, 'pictures' | 'receipts'>,
  TextFilter<BusinessProductBack, 'remark' | 'backNo' | 'productName' | 'supplierName' | 'detail' | 'receiver'>,
  IntegerFilter<BusinessProductBack, 'quantity' | 'refund'>,
  DateFilter<BusinessProductBack, 'backTime' | 'stateSince'> {}

export type BusinessProductBackSort = 'entId' | 'backNo' | 'stockId' | 'productName' | 'quantity' | 'unit' | 'supplierName' | 'backReason' | 'detail' | 'backTime' | 'personnelId' | 'backStatus' | 'receiver' | 'refund' | 'stateSince'

/** Confirm 确认退货 */
export interface BusinessProductBackConfirmInput extends Input<BusinessProductBack, never, 'refund'> {
  receiver: string
  receipts: string[]
}

/** Cancel return 撤销 */
export interface BusinessProductBackCancelInput {
  reason: string
}

/** Product category 产品分类 */
export interface BusinessProductType extends SystemFields {
  /** Category name 分类名称 */
  name: string
  /** Category code 分类编码 */
  code: string
  /** Parent category 上级分类 */
  parentId: string | null
  parentIdName: string | null
  /** Bulk ingredient 大宗食材 */
  bulk: "0" | "1" | null
  /** Papers 索证索票 */
  papers: (("1" | "2" | "3" | "4" | "5" | "6")[] | null)
  /** Storage 贮存条件 */
  storage: "1" | "2" | "3" | null
  /** Shelf life 保质期 */
  shelfLife: number | null
  /** Sort order 排序 */
  sort: number | null
  /** Remark 备注 */
  remark: string | null
}

/** Product category 产品分类: a new record. */
export interface BusinessProductTypeSave extends Input<BusinessProductType, 'name' | 'code', 'parentId' | 'bulk' | 'papers' | 'storage' | 'shelfLife' | 'sort' | 'remark'> {}

/** Product category 产品分类: a change. */
export interface BusinessProductTypeUpdate extends Update<BusinessProductTypeSave> {}

/** Product category 产品分类: query parameters of a list. */
export interface BusinessProductTypeQuery extends
  SystemQuery<BusinessProductTypeSort>,
  TextFilter<BusinessProductType, 'name' | 'code' | 'remark'>,
  DictionaryFilter<BusinessProductType, 'parentId' | 'bulk' | 'storage'>,
  DictionaryListFilter<BusinessProductType, 'papers'>,
  IntegerFilter<BusinessProductType, 'shelfLife' | 'sort'> {}

export type BusinessProductTypeSort = 'name' | 'code' | 'parentId' | 'bulk' | 'storage' | 'shelfLife' | 'sort' | 'remark'

/** Product use 食材领用 */
export interface BusinessProductUse extends SystemFields {
  /** Business 企业 */
  entId: string
  entIdName: string | null
  /** Pictures 图片 */
  pictures: string[] | null
  /** Remark 备注 */
  remark: string | null
  /** Use no. 领用单号 */
  useNo: string | null
  /** Stock batch 库存批次 */
  stockId: string
  stockIdName: string | null
  /** Product 产品名称 */
  productName: string | null
  /** Quantity 领用数量 */
  quantity: number
  /** Unit 单位 */
  unit: "1" | "3" | "2" | "5" | "6" | "7" | "8" | "9" | "10" | "4" | "11" | "12" | "13" | "14" | "15" | "16" | "17" | "18" | "19" | "20" | "21" | "22" | "23" | "24" | null
  /** Purpose 出库用途 */
  purpose: "1" | "2" | "3" | "4"
  /** Meal 餐次 */
  meals: "1" | "2" | "3" | "4" | null
  /** Used at 领用时间 */
  useTime: string
  /** Taken by 领用人 */
  personnelId: string
  personnelIdName: string | null
  /** Reason 报损原因 */
  reason: string | null
}

/** Product use 食材领用: a new record. */
export interface BusinessProductUseSave extends Input<BusinessProductUse, 'entId' | 'stockId' | 'quantity' | 'personnelId', 'pictures' | 'remark' | 'purpose' | 'meals' | 'useTime' | 'reason'> {}

/** Product use 食材领用: a change. */
export interface BusinessProductUseUpdate extends Update<BusinessProductUseSave> {}

/** Product use 食材领用: query parameters of a list. */
export interface BusinessProductUseQuery extends
  SystemQuery<BusinessProductUseSort>,
  DictionaryFilter<BusinessProductUse, 'entId' | 'stockId' | 'unit' | 'purpose' | 'meals' | 'personnelId'>,
  ImageFilter<BusinessProductUse, 'pictures'>,
  TextFilter<BusinessProductUse, 'remark' | 'useNo' | 'productName' | 'reason'>,
  IntegerFilter<BusinessProductUse, 'quantity'>,
  DateFilter<BusinessProductUse, 'useTime'> {}

export type BusinessProductUseSort = 'entId' | 'useNo' | 'stockId' | 'productName' | 'quantity' | 'unit' | 'purpose' | 'meals' | 'useTime' | 'personnelId' | 'reason'

/** Purchase record 进货查验记录 */
export interface BusinessPurchase extends SystemFields {
  /** Business 企业 */
  entId: string
  entIdName: string | null
  /** Pictures 图片 */
  pictures: string[] | null
  /** Remark 备注 */
  remark: string | null
  /** Purchase no. 进货单号 */
  purchaseNo: string | null
  /** Order 采购订单 */
  orderId: string | null
  orderIdName: string | null
  /** Purchase date 进货日期 */
  purchaseDate: string
  /** Supplier 供应商 */
  supplierName: string
  /** Supplier licence no. 供应商许可证号 */
  supplierLicence: string | null
  /** Supplier address 供应商地址 */
  supplierAddress: string | null
  /** Supplier phone 供应商电话 */
  supplierPhone: string | null
  /** Items 进货明细; read with a single record only. */
  items?: BusinessPurchaseItem[]
  /** Total 合计 */
  total: number | null
  /** First expiry 最早到期 */
  firstExpiry: string | null
  /** Keep documents until 凭证保存至 */
  keepUntil: string | null
  /** Checked by 查验人 */
  inspectorId: string | null
  inspectorIdName: string | null
  /** Verified by 复核人 */
  secondInspectorId: string | null
  secondInspectorIdName: string | null
  /** Temperature on arrival 到货温度 */
  temperature: number | null
  /** Used 已出库 */
  usedCount: number | null
  /** Documents 票证照片 */
  tickets: string[] | null
}

/** Purchase record 进货查验记录: a new record. */
export interface BusinessPurchaseSave extends Input<BusinessPurchase, 'entId' | 'supplierName', 'pictures' | 'remark' | 'orderId' | 'purchaseDate' | 'supplierLicence' | 'supplierAddress' | 'supplierPhone' | 'inspectorId' | 'secondInspectorId' | 'temperature' | 'tickets'> {
  items: BusinessPurchaseItemAsLine[]
}

/** Purchase record 进货查验记录: a change. */
export interface BusinessPurchaseUpdate extends Update<BusinessPurchaseSave> {}

/** Purchase record 进货查验记录: query parameters of a list. */
export interface BusinessPurchaseQuery extends
  SystemQuery<BusinessPurchaseSort>,
  DictionaryFilter<BusinessPurchase, 'entId' | 'orderId' | 'inspectorId' | 'secondInspectorId'>,
  ImageFilter<BusinessPurchase, 'pictures' | 'tickets'>,
  TextFilter<BusinessPurchase, 'remark' | 'purchaseNo' | 'supplierName' | 'supplierLicence' | 'supplierAddress' | 'supplierPhone'>,
  DateFilter<BusinessPurchase, 'purchaseDate' | 'firstExpiry' | 'keepUntil'>,
  IntegerFilter<BusinessPurchase, 'total' | 'temperature' | 'usedCount'> {}

export type BusinessPurchaseSort = 'entId' | 'purchaseNo' | 'orderId' | 'purchaseDate' | 'supplierName' | 'supplierLicence' | 'supplierAddress' | 'supplierPhone' | 'total' | 'firstExpiry' | 'keepUntil' | 'inspectorId' | 'secondInspectorId' | 'temperature' | 'usedCount'

/** Purchased item 进货明细 */
export interface BusinessPurchaseItem extends SystemFields {
  /** Purchase record 进货查验记录 */
  purchaseId: string
  purchaseIdName: string | null
  /** Product 产品名称 */
  productName: string
  /** Product category 产品分类 */
  productTypeId: string | null
  productTypeIdName: string | null
  /** Specification 规格 */
  spec: string | null
  /** Producer or origin 生产者（产地） */
  origin: string | null
  /** Batch no. 批号 */
  batchNo: string | null
  /** Production date 生产日期 */
  productionDate: string | null
  /** Expiry date 到期日期 */
  expiryDate: string | null
  /** Quantity 数量 */
  quantity: number
  /** Unit 单位 */
  unit: "1" | "3" | "2" | "5" | "6" | "7" | "8" | "9" | "10" | "4" | "11" | "12" | "13" | "14" | "15" | "16" | "17" | "18" | "19" | "20" | "21" | "22" | "23" | "24"
  /** Price 单价 */
  price: number | null
  /** Amount 金额 */
  amount: number | null
}

/** Purchased item 进货明细: a new record. */
export interface BusinessPurchaseItemSave extends Input<BusinessPurchaseItem, 'purchaseId' | 'productName' | 'quantity', 'productTypeId' | 'spec' | 'origin' | 'batchNo' | 'productionDate' | 'expiryDate' | 'unit' | 'price'> {}

/** Purchased item 进货明细: a change. */
export interface BusinessPurchaseItemUpdate extends Update<BusinessPurchaseItemSave> {}

/** Purchased item 进货明细: a line of its parent record. */
export interface BusinessPurchaseItemAsLine extends Line<BusinessPurchaseItemSave, 'purchaseId'> {}

/** Purchased item 进货明细: query parameters of a list. */
export interface BusinessPurchaseItemQuery extends
  SystemQuery<BusinessPurchaseItemSort>,
  DictionaryFilter<BusinessPurchaseItem, 'purchaseId' | 'productTypeId' | 'unit'>,
  TextFilter<BusinessPurchaseItem, 'productName' | 'spec' | 'origin' | 'batchNo'>,
  DateFilter<BusinessPurchaseItem, 'productionDate' | 'expiryDate'>,
  IntegerFilter<BusinessPurchaseItem, 'quantity' | 'price' | 'amount'> {}

export type BusinessPurchaseItemSort = 'purchaseId' | 'productName' | 'productTypeId' | 'spec' | 'origin' | 'batchNo' | 'productionDate' | 'expiryDate' | 'quantity' | 'unit' | 'price' | 'amount'

/** Stock batch 库存批次 */
export interface BusinessStock extends SystemFields {
  /** Business 企业 */
  entId: string
  entIdName: string | null
  /** Purchased item 进货明细 */
  purchaseItemId: string
  purchaseItemIdName: string | null
  /** Purchase 进货单 */
  purchaseId: string | null
  purchaseIdName: string | null
  /** Product 产品名称 */
  productName: string | null
  /** Batch no. 批号 */
  batchNo: string | null
  /** Expiry date 到期日期 */
  expiryDate: string | null
  /** Received 入库数量 */
  quantity: number | null
  /** Unit 单位 */
  unit: "1" | "3" | "2" | "5" | "6" | "7" | "8" | "9" | "10" | "4" | "11" | "12" | "13" | "14" | "15" | "16" | "17" | "18" | "19" | "20" | "21" | "22" | "23" | "24" | null
  /** Location 存放位置 */
  place: string | null
  /** Used 已领用 */
  used: number | null
  /** Returned 已退货 */
  returned: number | null
  /** Balance 结存 */
  balance: number | null
  /** Sealed 停用封存 */
  sealed: "0" | "1" | null
  /** Stock state 库存状态 */
  stockState: "1" | "2" | "3" | "4" | "5" | null
}

/** Stock batch 库存批次: a new record. */
export interface BusinessStockSave extends Input<BusinessStock, 'entId' | 'purchaseItemId', 'place'> {}

/** Stock batch 库存批次: a change. */
export interface BusinessStockUpdate extends Update<BusinessStockSave> {}

/** Stock batch 库存批次: query parameters of a list. */
export interface BusinessStockQuery extends
  SystemQuery<BusinessStockSort>,
  DictionaryFilter<BusinessStock, 'entId' | 'purchaseItemId' | 'purchaseId' | 'unit' | 'sealed'>,
  TextFilter<BusinessStock, 'productName' | 'batchNo' | 'place'>,
  DateFilter<BusinessStock, 'expiryDate'>,
  IntegerFilter<BusinessStock, 'quantity' | 'used' | 'returned'> {}

export type BusinessStockSort = 'entId' | 'purchaseItemId' | 'purchaseId' | 'productName' | 'batchNo' | 'expiryDate' | 'quantity' | 'unit' | 'place' | 'used' | 'returned' | 'sealed'

/** Camera layout 监控墙布局 */
export interface CameraLayout extends SystemFields {
  /** Name 布局名称 */
  layoutName: string
  /** Tiles and rotation 画面和轮巡 */
  address: string
  /** Shared 共享 */
  isShared: boolean | null
}

/** Camera layout 监控墙布局: a new record. */
export interface CameraLayoutSave extends Input<CameraLayout, 'layoutName' | 'address', 'isShared'> {}

/** Camera layout 监控墙布局: a change. */
export interface CameraLayoutUpdate extends Update<CameraLayoutSave> {}

/** Camera layout 监控墙布局: query parameters of a list. */
export interface CameraLayoutQuery extends
  SystemQuery<CameraLayoutSort>,
  TextFilter<CameraLayout, 'layoutName' | 'address'>,
  BooleanFilter<CameraLayout, 'isShared'> {}

export type CameraLayoutSort = 'layoutName' | 'isShared'

/** Camera 摄像头 */
export interface EntCamera extends SystemFields {
  /** Business 企业 */
  entId: string
  entIdName: string | null
  /** Pictures 图片 */
  pictures: string[] | null
  /** Remark 备注 */
  remark: string | null
  /** Camera name 摄像头名称 */
  name: string
  /** GB28181 code 国标编码 */
  nationCode: string | null
  /** Platform 视频平台 */
  platform: "1" | "2" | "3" | "4" | "5" | "6"
  /** Gateway 接入平台 */
  platformId: string | null
  platformIdName: string | null
  /** Serial no. 设备序列号 */
  deviceSn: string | null
  /** Device ID 平台设备编号 */
  deviceId: string | null
  /** Channel 通道号 */
  channelNo: number | null
  /** Location 安装位置 */
  position: string
  /** Camera status 在线状态 */
  cameraStatus: "1" | "0"
  /** Status since 状态变更时间 */
  statusAt: string | null
  /** Installation date 安装日期 */
  installedAt: string | null
  /** HLS address HLS 地址 */
  hls: string | null
  /** FLV address FLV 地址 */
  flv: string | null
}

/** Camera 摄像头: a new record. */
export interface EntCameraSave extends Input<EntCamera, 'entId' | 'name' | 'platform' | 'position', 'pictures' | 'remark' | 'nationCode' | 'platformId' | 'deviceSn' | 'deviceId' | 'channelNo' | 'cameraStatus' | 'statusAt' | 'installedAt' | 'hls' | 'flv'> {}

/** Camera 摄像头: a change. */
export interface EntCameraUpdate extends Update<EntCameraSave> {}

/** Camera 摄像头: query parameters of a list. */
export interface EntCameraQuery extends
  SystemQuery<EntCameraSort>,
  DictionaryFilter<EntCamera, 'entId' | 'platform' | 'platformId' | 'cameraStatus'>,
  ImageFilter<EntCamera, 'pictures'>,
  TextFilter<EntCamera, 'remark' | 'name' | 'nationCode' | 'deviceSn' | 'deviceId' | 'position' | 'hls' | 'flv'>,
  IntegerFilter<EntCamera, 'channelNo'>,
  DateFilter<EntCamera, 'statusAt' | 'installedAt'> {}

export type EntCameraSort = 'entId' | 'name' | 'nationCode' | 'platform' | 'platformId' | 'deviceSn' | 'deviceId' | 'channelNo' | 'position' | 'cameraStatus' | 'statusAt' | 'installedAt' | 'hls' | 'flv'

/** Play back 录像回放 */
export interface EntCameraGetBackUrlInput {
  beginTime: string
  endTime: string
}

/** Download the recording 下载录像 */
export interface EntCameraGetBackVideoUrlInput {
  beginTime: string
  endTime: string
}

/** Snapshot 截图 */
export interface EntCameraSnapshotInput {
  at?: string | null
  why?: string | null
  clip?: string | null
  screenshotId?: string | null
}

/** Move 云台控制 */
export interface EntCameraPtzInput {
  command: "left" | "right" | "up" | "down" | "upleft" | "upright" | "downleft" | "downright" | "zoomin" | "zoomout" | "stop"
  speed?: number | null
}

/** Go to a preset 转到预置位 */
export interface EntCameraPresetInput {
  number: number
}

/** Live picture 实时画面: result. */
export interface EntCameraGetUrlAnswer {
  url: string
}

/** Play back 录像回放: result. */
export interface EntCameraGetBackUrlAnswer {
  url: string
}

/** Download the recording 下载录像: result. */
export interface EntCameraGetBackVideoUrlAnswer {
  url: string
}

/** Snapshot 截图: result. */
export interface EntCameraSnapshotAnswer {
  screenshotId: string
  url: string | null
}

/** Cameras of a business 企业摄像头: input. */
export interface EntCameraByEntInput {
  entId: string
}

/** Cameras of a business 企业摄像头: a row. */
export interface EntCameraByEntRow {
  id: string | null
  name: string | null
  position: string | null
  platform: "1" | "2" | "3" | "4" | "5" | "6" | null
  channelNo: number | null
  cameraStatus: "1" | "0" | null
}

/** AI capture 摄像头抓拍 */
export interface EntCameraScreenshot extends SystemFields {
  /** Business 企业 */
  entId: string
  entIdName: string | null
  /** Pictures 图片 */
  pictures: string[] | null
  /** Remark 备注 */
  remark: string | null
  /** Description 违规描述 */
  subject: string
  /** Camera 摄像头 */
  cameraId: string
  cameraIdName: string | null
  /** Captured at 抓拍时间 */
  shotTime: string
  /** Detection 识别类型 */
  modelType: "604" | "605" | "606" | "607" | "608" | "609" | "610" | "611" | "612" | "613" | "614" | "618" | "619" | "626" | "630" | "638" | null
  /** Confidence 置信度 */
  confidence: number | null
  /** Area 区域 */
  areaName: string | null
  /** Video clip 视频片段 */
  clip: string | null
}

/** AI capture 摄像头抓拍: a new record. */
export interface EntCameraScreenshotSave extends Input<EntCameraScreenshot, 'entId' | 'subject' | 'cameraId', 'pictures' | 'remark' | 'shotTime' | 'modelType' | 'confidence' | 'areaName' | 'clip'> {}

/** AI capture 摄像头抓拍: a change. */
export interface EntCameraScreenshotUpdate extends Update<EntCameraScreenshotSave> {}

/** AI capture 摄像头抓拍: query parameters of a list. */
export interface EntCameraScreenshotQuery extends
  SystemQuery<EntCameraScreenshotSort>,
  DictionaryFilter<EntCameraScreenshot, 'entId' | 'cameraId' | 'modelType'>,
  ImageFilter<EntCameraScreenshot, 'pictures' | 'clip'>,
  TextFilter<EntCameraScreenshot, 'remark' | 'subject' | 'areaName'>,
  DateFilter<EntCameraScreenshot, 'shotTime'>,
  IntegerFilter<EntCameraScreenshot, 'confidence'> {}

export type EntCameraScreenshotSort = 'entId' | 'subject' | 'cameraId' | 'shotTime' | 'modelType' | 'confidence' | 'areaName'

/** Send a text message 发送短信警示 */
export interface EntCameraScreenshotSendMsgInput {
  sendObj: ("owner" | "staff" | "1" | "2" | "3" | "4")[]
  content?: string | null
}

/** Change request 企业变更申请 */
export interface EntChangeRequest extends SystemFields {
  /** Business name 企业名称 */
  name: string | null
  /** Credit code 统一社会信用代码 */
  creditCode: string | null
  /** Legal representative 法定代表人（负责人） */
  legalPerson: string | null
  /** Food safety manager 食品安全管理员 */
  manager: string | null
  /** Contact phone 联系电话 */
  phone: string | null
  /** Region 所属区域 */
  regionId: string | null
  regionIdName: string | null
  /** Address 经营地址 */
  address: string | null
  /** Licence no. 许可证编号 */
  licenceNo: string | null
  /** Issuing authority 发证机关 */
  licenceIssuer: string | null
  /** Issue date 签发日期 */
  licenceBegin: string | null
  /** Valid until 有效期至 */
  licenceEnd: string | null
  /** Licensed activities 经营项目 */
  licenceItems: string | null
  /** Licence photos 许可证照片 */
  licencePictures: string[] | null
  /** Request no. 申请编号 */
  requestNo: string | null
  /** Business 企业 */
  entId: string
  entIdName: string | null
  /** Reason 变更原因 */
  reason: string
  /** Supporting documents 证明材料 */
  attachments: string[] | null
  /** Values changed 变更项数 */
  changes: number | null
  /** Request status 变更申请状态 */
  requestStatus: "0" | "1" | "2" | null
  /** Review comment 审核意见 */
  auditOpinion: string | null
  /** Reviewed by 审核人 */
  auditorId: string | null
  auditorIdName: string | null
  /** Reviewed at 审核时间 */
  auditedAt: string | null
  /** In this state since 状态更新于 */
  stateSince: string | null
}

/** Change request 企业变更申请: a new record. */
export interface EntChangeRequestSave extends Input<EntChangeRequest, 'entId' | 'reason', 'name' | 'creditCode' | 'legalPerson' | 'manager' | 'phone' | 'regionId' | 'address' | 'licenceNo' | 'licenceIssuer' | 'licenceBegin' | 'licenceEnd' | 'licenceItems' | 'licencePictures' | 'attachments'> {}

/** Change request 企业变更申请: a change. */
export interface EntChangeRequestUpdate extends Update<EntChangeRequestSave> {}

/** Change request 企业变更申请: query parameters of a list. */
export interface EntChangeRequestQuery extends
  SystemQuery<EntChangeRequestSort>,
  TextFilter<EntChangeRequest, 'name' | 'creditCode' | 'legalPerson' | 'manager' | 'phone' | 'address' | 'licenceNo' | 'licenceIssuer' | 'licenceItems' | 'requestNo' | 'reason' | 'auditOpinion'>,
  DictionaryFilter<EntChangeRequest, 'regionId' | 'entId' | 'requestStatus' | 'auditorId'>,
  DateFilter<EntChangeRequest, 'licenceBegin' | 'licenceEnd' | 'auditedAt' | 'stateSince'>,
  ImageFilter<EntChangeRequest, 'licencePictures' | 'attachments'> {}

export type EntChangeRequestSort = 'name' | 'creditCode' | 'legalPerson' | 'manager' | 'phone' | 'regionId' | 'address' | 'licenceNo' | 'licenceIssuer' | 'licenceBegin' | 'licenceEnd' | 'licenceItems' | 'requestNo' | 'entId' | 'requestStatus' | 'auditorId' | 'auditedAt' | 'stateSince'

/** Approve 审核通过 */
export interface EntChangeRequestApprovedInput extends Input<EntChangeRequest, never, 'auditOpinion'> {}

/** Reject 审核不通过 */
export interface EntChangeRequestAuditFailedInput {
  auditOpinion: string
}

/** Dish 菜品 */
export interface EntDishesDict extends SystemFields {
  /** Business 企业 */
  entId: string | null
  entIdName: string | null
  /** Dish 菜品名称 */
  name: string
  /** Dish category 菜品类别 */
  category: "1" | "2" | "3" | "4" | "5" | "6" | "7" | "8" | "9"
  /** Ingredients 主要配料 */
  ingredients: string
  /** Allergens 致敏物质 */
  allergens: (("1" | "2" | "3" | "4" | "5" | "6" | "7" | "8")[] | null)
  /** Energy per 100 g 能量（每 100 克） */
  energy: number | null
  /** Protein 蛋白质 */
  protein: number | null
  /** Fat 脂肪 */
  fat: number | null
  /** Carbohydrates 碳水化合物 */
  carbohydrate: number | null
  /** Sodium 钠 */
  sodium: number | null
  /** Price 售价 */
  price: number | null
  /** Photo 菜品照片 */
  picture: string | null
}

/** Dish 菜品: a new record. */
export interface EntDishesDictSave extends Input<EntDishesDict, 'name' | 'category' | 'ingredients', 'entId' | 'allergens' | 'energy' | 'protein' | 'fat' | 'carbohydrate' | 'sodium' | 'price' | 'picture'> {}

/** Dish 菜品: a change. */
export interface EntDishesDictUpdate extends Update<EntDishesDictSave> {}

/** Dish 菜品: query parameters of a list. */
export interface EntDishesDictQuery extends
  SystemQuery<EntDishesDictSort>,
  DictionaryFilter<EntDishesDict, 'entId' | 'category'>,
  TextFilter<EntDishesDict, 'name' | 'ingredients'>,
  DictionaryListFilter<EntDishesDict, 'allergens'>,
  IntegerFilter<EntDishesDict, 'energy' | 'protein' | 'fat' | 'carbohydrate' | 'sodium' | 'price'>,
  ImageFilter<EntDishesDict, 'picture'> {}

export type EntDishesDictSort = 'entId' | 'name' | 'category' | 'ingredients' | 'energy' | 'protein' | 'fat' | 'carbohydrate' | 'sodium' | 'price'

/** Business 企业信息 */
export interface EntInfo extends SystemFields {
  /** Business name 企业名称 */
  name: string
  /** Credit code 统一社会信用代码 */
  creditCode: string
  /** Legal representative 法定代表人（负责人） */
  legalPerson: string | null
  /** Food safety manager 食品安全管理员 */
  manager: string | null
  /** Contact phone 联系电话 */
  phone: string
  /** Region 所属区域 */
  regionId: string
  regionIdName: string | null
  /** Address 经营地址 */
  address: string
  /** Licence no. 许可证编号 */
  licenceNo: string | null
  /** Issuing authority 发证机关 */
  licenceIssuer: string | null
  /** Issue date 签发日期 */
  licenceBegin: string | null
  /** Valid until 有效期至 */
  licenceEnd: string | null
  /** Licensed activities 经营项目 */
  licenceItems: string | null
  /** Licence photos 许可证照片 */
  licencePictures: string[] | null
  /** Business category 企业类型 */
  typeId: string
  typeIdName: string | null
  /** Business type 经营业态 */
  businessType: "KINDSC" | "PRISC" | "MIDSC" | "HIGSC" | "UNVSC" | "HSPT" | "RSTNT" | "HOTEL" | "CORP" | "GOV"
  /** Meals served 供餐餐次 */
  meals: (("1" | "2" | "3" | "4")[] | null)
  /** Registration 准入状态 */
  entStatus: "0" | "1" | "2" | "3" | "4" | null
  /** Status 主体状态 */
  runType: "1" | "2" | "3" | "4"
  /** Food safety grade 量化等级 */
  creditRating: "A" | "B" | "C" | "D" | null
  /** Risk grade 风险等级 */
  riskGrade: "A" | "B" | "C" | "D" | null
  /** Open kitchen 明厨亮灶 */
  brightKitchen: "0" | "1" | null
  /** Longitude 经度 */
  longitude: number | null
  /** Latitude 纬度 */
  latitude: number | null
  /** Floor area 经营面积 */
  area: number | null
  /** Seats 就餐座位数 */
  seats: number | null
  /** Diners a day 日均就餐人数 */
  diners: number | null
  /** Staff 从业人数 */
  staffCount: number | null
  /** E-mail 邮箱 */
  email: string | null
  /** Supervising authority 日常监管机构 */
  organId: string | null
  organIdName: string | null
  /** Supervisor 监管人员 */
  supervisorId: string | null
  supervisorIdName: string | null
  /** Device platform 视频接入平台 */
  platformId: string | null
  platformIdName: string | null
  /** TV app 电视端应用 */
  videoApp: "0" | "1" | null
  /** Member until 会员有效期至 */
  vipEndTime: string | null
  /** Annual fee 会员年费 */
  vipPrice: number | null
  /** Review comment 审核意见 */
  auditOpinion: string | null
  /** Storefront photos 门头照片 */
  pictures: string[] | null
  /** Remark 备注 */
  remark: string | null
  /** Has evidence 有检查证据 */
  hasEvidence: boolean | null
  /** Number of open notices 未结案文书数 */
  openLetterCount: number | null
  /** In this state since 状态更新于 */
  stateSince: string | null
}

/** Business 企业信息: a new record. */
export interface EntInfoSave extends Input<EntInfo, 'name' | 'creditCode' | 'phone' | 'regionId' | 'address' | 'typeId' | 'businessType', 'legalPerson' | 'manager' | 'licenceNo' | 'licenceIssuer' | 'licenceBegin' | 'licenceEnd' | 'licenceItems' | 'licencePictures' | 'meals' | 'runType' | 'creditRating' | 'riskGrade' | 'brightKitchen' | 'longitude' | 'latitude' | 'area' | 'seats' | 'diners' | 'staffCount' | 'email' | 'organId' | 'supervisorId' | 'platformId' | 'pictures' | 'remark'> {}

/** Business 企业信息: a change. */
export interface EntInfoUpdate extends Update<EntInfoSave> {}

/** Business 企业信息: query parameters of a list. */
export interface EntInfoQuery extends
  SystemQuery<EntInfoSort>,
  TextFilter<EntInfo, 'name' | 'creditCode' | 'legalPerson' | 'manager' | 'phone' | 'address' | 'licenceNo' | 'licenceIssuer' | 'licenceItems' | 'email' | 'auditOpinion' | 'remark'>,
  DictionaryFilter<EntInfo, 'regionId' | 'typeId' | 'businessType' | 'entStatus' | 'runType' | 'creditRating' | 'riskGrade' | 'brightKitchen' | 'organId' | 'supervisorId' | 'platformId' | 'videoApp'>,
  DateFilter<EntInfo, 'licenceBegin' | 'licenceEnd' | 'vipEndTime' | 'stateSince'>,
  ImageFilter<EntInfo, 'licencePictures' | 'pictures'>,
  DictionaryListFilter<EntInfo, 'meals'>,
  IntegerFilter<EntInfo, 'longitude' | 'latitude' | 'area' | 'seats' | 'diners' | 'staffCount' | 'vipPrice' | 'openLetterCount'>,
  BooleanFilter<EntInfo, 'hasEvidence'> {}

export type EntInfoSort = 'name' | 'creditCode' | 'legalPerson' | 'manager' | 'phone' | 'regionId' | 'address' | 'licenceNo' | 'licenceIssuer' | 'licenceBegin' | 'licenceEnd' | 'licenceItems' | 'typeId' | 'businessType' | 'entStatus' | 'runType' | 'creditRating' | 'riskGrade' | 'brightKitchen' | 'longitude' | 'latitude' | 'area' | 'seats' | 'diners' | 'staffCount' | 'email' | 'organId' | 'supervisorId' | 'platformId' | 'videoApp' | 'vipEndTime' | 'vipPrice' | 'hasEvidence' | 'openLetterCount' | 'stateSince'

/** Reject 驳回 */
export interface EntInfoAdoptNoInput {
  auditOpinion: string
}

/** Submit again 重新提交 */
export interface EntInfoResubmitInput extends Input<EntInfo, 'name' | 'creditCode' | 'typeId' | 'businessType' | 'regionId' | 'address', 'licenceNo' | 'licenceIssuer' | 'licenceBegin' | 'licenceEnd' | 'licenceItems' | 'licencePictures'> {}

/** Deregister 注销 */
export interface EntInfoLogoutInput {
  reason: string
}

/** Revoke access 取消准入 */
export interface EntInfoRevokeAccessInput {
  reason: string
}

/** Change business status 变更主体状态 */
export interface EntInfoUpdateRunTypeInput extends Input<EntInfo, never, 'runType'> {}

/** Switch the TV app 启停电视端应用 */
export interface EntInfoUpdateVideoAppInput {
  videoApp?: "0" | "1"
}

/** Change end of membership 调整会员有效期 */
export interface EntInfoUpdateVipEndTimeInput {
  vipEndTime: string
}

/** Change annual fee 调整会员年费 */
export interface EntInfoUpdateVipPriceInput {
  vipPrice: number
}

/** Bind a temporary business 绑定临时企业 */
export interface EntInfoBindTempEntInfoInput {
  tempEntInfoId: string
}

/** Licence look-up 许可证查询: input. */
export interface EntInfoListLicenceSystemByQueryInput {
  likeName?: string | null
}

/** Licence look-up 许可证查询: a row. */
export interface EntInfoListLicenceSystemByQueryRow {
  jyzmc: string | null
  rcjgjgmc: string | null
  fzjgmc: string | null
  jycs: string | null
  shxydm: string | null
  xkzbh: string | null
  yxqz: string | null
  fddbrFzr: string | null
  qfsj: string | null
}

/** Device platform of a business 企业的视频平台: input. */
export interface EntInfoGetPlatformInfoInput {
  id: string
}

/** Device platform of a business 企业的视频平台: a row. */
export interface EntInfoGetPlatformInfoRow {
  platformId: string | null
  platformName: string | null
  url: string | null
}

/** Checklist item 检查项目 */
export interface EntInspectItem extends SystemFields {
  /** Item no. 项目编号 */
  itemNo: string
  /** Category 检查类别 */
  section: string
  /** Requirement 检查内容 */
  content: string
  /** Key item 重点项 */
  isKey: "0" | "1"
  /** Points 分值 */
  points: number
  /** Applies to 适用业态 */
  businessTypes: (("KINDSC" | "PRISC" | "MIDSC" | "HIGSC" | "UNVSC" | "HSPT" | "RSTNT" | "HOTEL" | "CORP" | "GOV")[] | null)
  /** Legal basis 检查依据 */
  basis: string | null
  /** Sort order 排序 */
  sort: number | null
  /** Remark 备注 */
  remark: string | null
}

/** Checklist item 检查项目: a new record. */
export interface EntInspectItemSave extends Input<EntInspectItem, 'itemNo' | 'section' | 'content', 'isKey' | 'points' | 'businessTypes' | 'basis' | 'sort' | 'remark'> {}

/** Checklist item 检查项目: a change. */
export interface EntInspectItemUpdate extends Update<EntInspectItemSave> {}

/** Checklist item 检查项目: query parameters of a list. */
export interface EntInspectItemQuery extends
  SystemQuery<EntInspectItemSort>,
  TextFilter<EntInspectItem, 'itemNo' | 'section' | 'content' | 'basis' | 'remark'>,
  DictionaryFilter<EntInspectItem, 'isKey'>,
  IntegerFilter<EntInspectItem, 'points' | 'sort'>,
  DictionaryListFilter<EntInspectItem, 'businessTypes'> {}

export type EntInspectItemSort = 'itemNo' | 'section' | 'content' | 'isKey' | 'points' | 'basis' | 'sort' | 'remark'

/** Item result 检查结果 */
export interface EntInspectItemLog extends SystemFields {
  /** Inspection 检查记录 */
  inspectLogId: string
  inspectLogIdName: string | null
  /** Checklist item 检查项目 */
  itemId: string
  itemIdName: string | null
  /** Result 结果 */
  itemResult: "1" | "2" | "3"
  /** Points 分值 */
  points: number | null
  /** Key item 重点项 */
  isKey: "0" | "1" | null
  /** Key item failed 重点项不合格 */
  keyFailed: number | null
  /** Deduction 扣分 */
  deduction: number | null
  /** Evidence 现场证据 */
  evidence: string[] | null
  /** Number of pictures 证据数 */
  evidenceCount: number | null
  /** Remark 备注 */
  remark: string | null
}

/** Item result 检查结果: a new record. */
export interface EntInspectItemLogSave extends Input<EntInspectItemLog, 'inspectLogId' | 'itemId', 'itemResult' | 'evidence' | 'remark'> {}

/** Item result 检查结果: a change. */
export interface EntInspectItemLogUpdate extends Update<EntInspectItemLogSave> {}

/** Item result 检查结果: a line of its parent record. */
export interface EntInspectItemLogAsLine extends Line<EntInspectItemLogSave, 'inspectLogId'> {}

/** Item result 检查结果: query parameters of a list. */
export interface EntInspectItemLogQuery extends
  SystemQuery<EntInspectItemLogSort>,
  DictionaryFilter<EntInspectItemLog, 'inspectLogId' | 'itemId' | 'itemResult' | 'isKey'>,
  IntegerFilter<EntInspectItemLog, 'points' | 'keyFailed' | 'deduction' | 'evidenceCount'>,
  ImageFilter<EntInspectItemLog, 'evidence'>,
  TextFilter<EntInspectItemLog, 'remark'> {}

export type EntInspectItemLogSort = 'inspectLogId' | 'itemId' | 'itemResult' | 'points' | 'isKey' | 'keyFailed' | 'deduction' | 'evidenceCount' | 'remark'

/** Add evidence 上传证据 */
export interface EntInspectItemLogEvidenceInput extends Input<EntInspectItemLog, never, 'remark'> {
  evidence: string[]
}

/** Inspection 检查记录 */
export interface EntInspectLog extends SystemFields {
  /** Business 企业 */
  entId: string
  entIdName: string | null
  /** Pictures 图片 */
  pictures: string[] | null
  /** Remark 备注 */
  remark: string | null
  /** Inspection no. 检查编号 */
  inspectNo: string | null
  /** Type 检查类型 */
  inspectType: "1" | "2" | "3" | "4"
  /** Inspecting body 检查主体 */
  deptType: "1" | "2" | "3" | "4" | "5" | "6" | null
  /** Inspection date 检查日期 */
  inspectDate: string
  /** Inspector 检查人员 */
  inspectorId: string | null
  inspectorIdName: string | null
  /** Second inspector 协同检查人员 */
  secondInspectorId: string | null
  secondInspectorIdName: string | null
  /** Accompanied by 被检查单位陪同人员 */
  receiver: string | null
  /** Inspection status 检查状态 */
  inspectStatus: "0" | "1" | "2" | "3" | null
  /** Results 检查结果; read with a single record only. */
  items?: EntInspectItemLog[]
  /** Deduction 扣分 */
  deduction: number | null
  /** Key items failed 重点项不合格数 */
  keyFailed: number | null
  /** Score 得分 */
  score: number | null
  /** Result 检查结论 */
  inspectResult: "1" | "2" | "3" | null
  /** Pieces of evidence 证据数 */
  evidenceCount: number | null
  /** Comments 检查意见 */
  opinion: string | null
  /** Correction due 整改期限 */
  rectifyBy: string | null
  /** Action taken 整改情况 */
  rectifyReply: string | null
  /** Correction photos 整改照片 */
  rectifyPictures: string[] | null
  /** In this state since 状态更新于 */
  stateSince: string | null
}

/** Inspection 检查记录: a new record. */
export interface EntInspectLogSave extends Input<EntInspectLog, 'entId', 'pictures' | 'remark' | 'inspectType' | 'deptType' | 'inspectDate' | 'inspectorId' | 'secondInspectorId' | 'receiver' | 'opinion' | 'rectifyBy'> {
  items?: EntInspectItemLogAsLine[]
}

/** Inspection 检查记录: a change. */
export interface EntInspectLogUpdate extends Update<EntInspectLogSave> {}

/** Inspection 检查记录: query parameters of a list. */
export interface EntInspectLogQuery extends
  SystemQuery<EntInspectLogSort>,
  DictionaryFilter<EntInspectLog, 'entId' | 'inspectType' | 'deptType' | 'inspectorId' | 'secondInspectorId' | 'inspectStatus' | 'inspectResult'>,
  ImageFilter<EntInspectLog, 'pictures' | 'rectifyPictures'>,
  TextFilter<EntInspectLog, 'remark' | 'inspectNo' | 'receiver' | 'opinion' | 'rectifyReply'>,
  DateFilter<EntInspectLog, 'inspectDate' | 'rectifyBy' | 'stateSince'>,
  IntegerFilter<EntInspectLog, 'deduction' | 'keyFailed' | 'score' | 'evidenceCount'> {}

export type EntInspectLogSort = 'entId' | 'inspectNo' | 'inspectType' | 'deptType' | 'inspectDate' | 'inspectorId' | 'secondInspectorId' | 'receiver' | 'inspectStatus' | 'deduction' | 'keyFailed' | 'score' | 'inspectResult' | 'evidenceCount' | 'rectifyBy' | 'stateSince'

/** Order correction 责令改正 */
export interface EntInspectLogOrderInput extends Input<EntInspectLog, never, 'rectifyBy' | 'opinion'> {}

/** Complete correction 完成整改 */
export interface EntInspectLogRectifyInput {
  reply: string
  pictures?: string[] | null
}

/** List of inspections 检查明细: input. */
export interface EntInspectLogCaptureInspectsInput {
  beginTime?: string | null
  endTime?: string | null
  regionId?: string | null
  businessType?: "KINDSC" | "PRISC" | "MIDSC" | "HIGSC" | "UNVSC" | "HSPT" | "RSTNT" | "HOTEL" | "CORP" | "GOV" | null
}

/** List of inspections 检查明细: a row. */
export interface EntInspectLogCaptureInspectsRow {
  id: string | null
  inspectNo: string | null
  entId: string | null
  entIdName: string | null
  inspectDate: string | null
  inspectType: "1" | "2" | "3" | "4" | null
  deptType: "1" | "2" | "3" | "4" | "5" | "6" | null
  score: number | null
  inspectResult: "1" | "2" | "3" | null
  evidenceCount: number | null
  inspectStatus: "0" | "1" | "2" | "3" | null
}

/** Rectification notice 责令改正通知书 */
export interface EntNoticeLetter extends SystemFields {
  /** Business 企业 */
  entId: string
  entIdName: string | null
  /** Pictures 图片 */
  pictures: string[] | null
  /** Remark 备注 */
  remark: string | null
  /** Notice no. 文书编号 */
  letterNo: string | null
  /** Origin 文书来源 */
  letterSource: "0" | "1" | "2" | "3" | "4" | "5" | "6"
  /** Alert 来源预警 */
  warningId: string | null
  warningIdName: string | null
  /** Inspection 来源检查 */
  inspectLogId: string | null
  inspectLogIdName: string | null
  /** Remote patrol 来源远程巡查 */
  patrolId: string | null
  patrolIdName: string | null
  /** On-site inspection 来源现场检查 */
  sceneInspectionId: string | null
  sceneInspectionIdName: string | null
  /** On-site patrol 来源现场巡查 */
  scenePatrolId: string | null
  scenePatrolIdName: string | null
  /** Batch 来源批次 */
  createId: string | null
  createIdName: string | null
  /** Camera 摄像头 */
  cameraId: string | null
  cameraIdName: string | null
  /** Issue 存在问题 */
  problem: string
  /** Required action 整改要求 */
  measure: string | null
  /** Legal basis 法律依据 */
  cite: string | null
  /** Articles broken 违反条款 */
  articles: string | null
  /** Handled by 承办人 */
  contact: string | null
  /** Contact phone 联系电话 */
  contactPhone: string | null
  /** Electronic delivery agreed 同意电子送达 */
  electronic: "0" | "1"
  /** Received by 签收人 */
  receivedBy: string | null
  /** Received at 签收时间 */
  receivedAt: string | null
  /** Deadline 整改期限 */
  deadline: string
  /** Notice status 文书状态 */
  letterStatus: "0" | "1" | "5" | "3" | "4" | null
  /** Due 办理期限 */
  dueDay: string | null
  /** Issued at 下发时间 */
  issuedAt: string | null
  /** First deadline 首次整改期限 */
  firstDeadline: string | null
  /** Action taken 整改情况 */
  reply: string | null
  /** Correction photos 整改照片 */
  replyPictures: string[] | null
  /** Reason for return 退回原因 */
  returnReason: string | null
  /** Submitted at 提交时间 */
  handledAt: string | null
  /** Closed at 结案时间 */
  closedAt: string | null
  /** In this state since 状态更新于 */
  stateSince: string | null
}

/** Rectification notice 责令改正通知书: a new record. */
export interface EntNoticeLetterSave extends Input<EntNoticeLetter, 'entId' | 'problem' | 'deadline', 'pictures' | 'remark' | 'letterSource' | 'warningId' | 'inspectLogId' | 'patrolId' | 'sceneInspectionId' | 'scenePatrolId' | 'createId' | 'cameraId' | 'measure' | 'cite' | 'articles' | 'contact' | 'contactPhone' | 'electronic'> {}

/** Rectification notice 责令改正通知书: a change. */
export interface EntNoticeLetterUpdate extends Update<EntNoticeLetterSave> {}

/** Rectification notice 责令改正通知书: query parameters of a list. */
export interface EntNoticeLetterQuery extends
  SystemQuery<EntNoticeLetterSort>,
  DictionaryFilter<EntNoticeLetter, 'entId' | 'letterSource' | 'warningId' | 'inspectLogId' | 'patrolId' | 'sceneInspectionId' | 'scenePatrolId' | 'createId' | 'cameraId' | 'electronic' | 'letterStatus'>,
  ImageFilter<EntNoticeLetter, 'pictures' | 'replyPictures'>,
  TextFilter<EntNoticeLetter, 'remark' | 'letterNo' | 'problem' | 'measure' | 'cite' | 'articles' | 'contact' | 'contactPhone' | 'receivedBy' | 'reply' | 'returnReason'>,
  DateFilter<EntNoticeLetter, 'receivedAt' | 'deadline' | 'dueDay' | 'issuedAt' | 'firstDeadline' | 'handledAt' | 'closedAt' | 'stateSince'> {}

export type EntNoticeLetterSort = 'entId' | 'letterNo' | 'letterSource' | 'warningId' | 'inspectLogId' | 'patrolId' | 'sceneInspectionId' | 'scenePatrolId' | 'createId' | 'cameraId' | 'cite' | 'articles' | 'contact' | 'contactPhone' | 'electronic' | 'receivedBy' | 'receivedAt' | 'deadline' | 'letterStatus' | 'dueDay' | 'issuedAt' | 'firstDeadline' | 'handledAt' | 'closedAt' | 'stateSince'

/** Submit correction 提交整改 */
export interface EntNoticeLetterHandleInput extends Input<EntNoticeLetter, never, 'replyPictures'> {
  reply: string
}

/** Return 退回整改 */
export interface EntNoticeLetterRejectInput extends Input<EntNoticeLetter, 'deadline', never> {
  returnReason: string
}

/** Send a text message 发送短信警示 */
export interface EntNoticeLetterSendMsgInput {
  sendObj: ("owner" | "staff" | "1" | "2" | "3" | "4")[]
  content?: string | null
}

/** Acknowledge receipt 签收 */
export interface EntNoticeLetterReceiveInput {
  receivedBy: string
}

/** List of notices 通知书明细: input. */
export interface EntNoticeLetterCaptureNoticesInput {
  beginTime?: string | null
  endTime?: string | null
  regionId?: string | null
  businessType?: "KINDSC" | "PRISC" | "MIDSC" | "HIGSC" | "UNVSC" | "HSPT" | "RSTNT" | "HOTEL" | "CORP" | "GOV" | null
}

/** List of notices 通知书明细: a row. */
export interface EntNoticeLetterCaptureNoticesRow {
  id: string | null
  letterNo: string | null
  entId: string | null
  entIdName: string | null
  letterSource: "0" | "1" | "2" | "3" | "4" | "5" | "6" | null
  problem: string | null
  issuedAt: string | null
  deadline: string | null
  handledAt: string | null
  letterStatus: "0" | "1" | "5" | "3" | "4" | null
}

/** Batch of notices 批量文书 */
export interface EntNoticeLetterCreate extends SystemFields {
  /** Batch no. 批次编号 */
  createNo: string | null
  /** Topic 事由 */
  topic: string
  /** Issue in common 存在问题（共同部分） */
  problem: string
  /** Required action 整改要求 */
  measure: string | null
  /** Legal basis 法律依据 */
  cite: string | null
  /** Deadline 整改期限 */
  deadline: string
  /** Businesses 企业; read with a single record only. */
  items?: EntNoticeLetterCreateItem[]
  /** Number of businesses 企业数 */
  entCount: number | null
  /** Batch status 批次状态 */
  createStatus: "0" | "1" | null
  /** Generated at 生成时间 */
  generatedAt: string | null
  /** In this state since 状态更新于 */
  stateSince: string | null
}

/** Batch of notices 批量文书: a new record. */
export interface EntNoticeLetterCreateSave extends Input<EntNoticeLetterCreate, 'topic' | 'problem', 'measure' | 'cite' | 'deadline'> {
  items: EntNoticeLetterCreateItemAsLine[]
}

/** Batch of notices 批量文书: a change. */
export interface EntNoticeLetterCreateUpdate extends Update<EntNoticeLetterCreateSave> {}

/** Batch of notices 批量文书: query parameters of a list. */
export interface EntNoticeLetterCreateQuery extends
  SystemQuery<EntNoticeLetterCreateSort>,
  TextFilter<EntNoticeLetterCreate, 'createNo' | 'topic' | 'problem' | 'measure' | 'cite'>,
  DateFilter<EntNoticeLetterCreate, 'deadline' | 'generatedAt' | 'stateSince'>,
  IntegerFilter<EntNoticeLetterCreate, 'entCount'>,
  DictionaryFilter<EntNoticeLetterCreate, 'createStatus'> {}

export type EntNoticeLetterCreateSort = 'createNo' | 'topic' | 'cite' | 'deadline' | 'entCount' | 'createStatus' | 'generatedAt' | 'stateSince'

/** Business of a batch 批次企业 */
export interface EntNoticeLetterCreateItem extends SystemFields {
  /** Batch of notices 批量文书 */
  createId: string
  createIdName: string | null
  /** Business 企业 */
  entId: string
  entIdName: string | null
  /** Issue of this business 该企业的问题 */
  problem: string | null
}

/** Business of a batch 批次企业: a new record. */
export interface EntNoticeLetterCreateItemSave extends Input<EntNoticeLetterCreateItem, 'createId' | 'entId', 'problem'> {}

/** Business of a batch 批次企业: a change. */
export interface EntNoticeLetterCreateItemUpdate extends Update<EntNoticeLetterCreateItemSave> {}

/** Business of a batch 批次企业: a line of its parent record. */
export interface EntNoticeLetterCreateItemAsLine extends Line<EntNoticeLetterCreateItemSave, 'createId'> {}

/** Business of a batch 批次企业: query parameters of a list. */
export interface EntNoticeLetterCreateItemQuery extends
  SystemQuery<EntNoticeLetterCreateItemSort>,
  DictionaryFilter<EntNoticeLetterCreateItem, 'createId' | 'entId'>,
  TextFilter<EntNoticeLetterCreateItem, 'problem'> {}

export type EntNoticeLetterCreateItemSort = 'createId' | 'entId' | 'problem'

/** Notice log entry 文书办理记录 */
export interface EntNoticeLetterLog extends SystemFields {
  /** Notice 通知书 */
  letterId: string
  letterIdName: string | null
  /** Business 企业 */
  entId: string
  entIdName: string | null
  /** Step 办理环节 */
  action: "1" | "2" | "3" | "4" | "5" | "6"
  /** Content 办理内容 */
  content: string
}

/** Notice log entry 文书办理记录: query parameters of a list. */
export interface EntNoticeLetterLogQuery extends
  SystemQuery<EntNoticeLetterLogSort>,
  DictionaryFilter<EntNoticeLetterLog, 'letterId' | 'entId' | 'action'>,
  TextFilter<EntNoticeLetterLog, 'content'> {}

export type EntNoticeLetterLogSort = 'letterId' | 'entId' | 'action'

/** Remote patrol 远程巡查 */
export interface EntPatrolInspect extends SystemFields {
  /** Business 企业 */
  entId: string
  entIdName: string | null
  /** Pictures 图片 */
  pictures: string[] | null
  /** Remark 备注 */
  remark: string | null
  /** Inspecting body 检查主体 */
  deptType: "1" | "2" | "3" | "4" | "5" | "6"
  /** Inspector 巡查人员 */
  inspectorId: string | null
  inspectorIdName: string | null
  /** Result 巡查结论 */
  inspectResult: "1" | "2" | "3" | null
  /** Findings 发现问题 */
  finding: string | null
  /** Action taken 整改情况 */
  rectifyReply: string | null
  /** Status 巡查状态 */
  patrolStatus: "0" | "1" | "2" | "3" | null
  /** Patrol no. 巡查编号 */
  patrolNo: string | null
  /** Patrol date 巡查日期 */
  inspectDate: string
  /** Meal 巡查餐次 */
  meals: "1" | "2" | "3" | "4" | null
  /** Camera of the issue 问题摄像头 */
  cameraId: string | null
  cameraIdName: string | null
  /** Picture OK 画面正常 */
  videoOk: "0" | "1" | null
  /** Violations 违规行为 */
  violations: (("604" | "605" | "606" | "607" | "608" | "609" | "610" | "611" | "612" | "613" | "614" | "618" | "619" | "626" | "630" | "638")[] | null)
  /** In this state since 状态更新于 */
  stateSince: string | null
}

/** Remote patrol 远程巡查: a new record. */
export interface EntPatrolInspectSave extends Input<EntPatrolInspect, 'entId' | 'deptType', 'pictures' | 'remark' | 'inspectorId' | 'inspectDate' | 'meals' | 'cameraId' | 'videoOk' | 'violations'> {}

/** Remote patrol 远程巡查: a change. */
export interface EntPatrolInspectUpdate extends Update<EntPatrolInspectSave> {}

/** Remote patrol 远程巡查: query parameters of a list. */
export interface EntPatrolInspectQuery extends
  SystemQuery<EntPatrolInspectSort>,
  DictionaryFilter<EntPatrolInspect, 'entId' | 'deptType' | 'inspectorId' | 'inspectResult' | 'patrolStatus' | 'meals' | 'cameraId' | 'videoOk'>,
  ImageFilter<EntPatrolInspect, 'pictures'>,
  TextFilter<EntPatrolInspect, 'remark' | 'finding' | 'rectifyReply' | 'patrolNo'>,
  DateFilter<EntPatrolInspect, 'inspectDate' | 'stateSince'>,
  DictionaryListFilter<EntPatrolInspect, 'violations'> {}

export type EntPatrolInspectSort = 'entId' | 'deptType' | 'inspectorId' | 'inspectResult' | 'patrolStatus' | 'patrolNo' | 'inspectDate' | 'meals' | 'cameraId' | 'videoOk' | 'stateSince'

/** Complete 完成巡查 */
export interface EntPatrolInspectFinishInput extends Input<EntPatrolInspect, never, 'finding' | 'pictures' | 'cameraId' | 'violations'> {
  inspectResult: "1" | "2" | "3"
  videoOk?: "0" | "1"
}

/** Complete correction 完成整改 */
export interface EntPatrolInspectRectifyInput {
  reply: string
}

/** Next patrol of a business 企业的待办巡查: input. */
export interface EntPatrolInspectInspectInput {
  entId: string
}

/** Latest patrol of a business 企业最近一次巡查: input. */
export interface EntPatrolInspectSelectOneOrderByInspectDateInput {
  entId?: string | null
}

/** Payment 缴费记录 */
export interface EntPaymentLog extends SystemFields {
  /** Business 企业 */
  entId: string
  entIdName: string | null
  /** Pictures 图片 */
  pictures: string[] | null
  /** Remark 备注 */
  remark: string | null
  /** Payment no. 缴费编号 */
  payNo: string | null
  /** Years 缴费年限 */
  years: number
  /** Annual fee 会员年费 */
  price: number | null
  /** Amount 实缴金额 */
  amount: number
  /** Payment method 支付方式 */
  payChannel: "1" | "2" | "3"
  /** Transaction no. 交易流水号 */
  tradeNo: string | null
  /** Paid at 到账时间 */
  payTime: string | null
  /** Member until before 缴费前有效期至 */
  vipEndBefore: string | null
  /** Member until after 缴费后有效期至 */
  vipEndTime: string | null
  /** Payment status 缴费状态 */
  payStatus: "0" | "1" | "2" | "3" | null
  /** Reason for refund 退款原因 */
  refundReason: string | null
  /** In this state since 状态更新于 */
  stateSince: string | null
}

/** Payment 缴费记录: a new record. */
export interface EntPaymentLogSave extends Input<EntPaymentLog, 'entId' | 'amount', 'pictures' | 'remark' | 'years' | 'payChannel'> {}

/** Payment 缴费记录: a change. */
export interface EntPaymentLogUpdate extends Update<EntPaymentLogSave> {}

/** Payment 缴费记录: query parameters of a list. */
export interface EntPaymentLogQuery extends
  SystemQuery<EntPaymentLogSort>,
  DictionaryFilter<EntPaymentLog, 'entId' | 'payChannel' | 'payStatus'>,
  ImageFilter<EntPaymentLog, 'pictures'>,
  TextFilter<EntPaymentLog, 'remark' | 'payNo' | 'tradeNo' | 'refundReason'>,
  IntegerFilter<EntPaymentLog, 'years' | 'price' | 'amount'>,
  DateFilter<EntPaymentLog, 'payTime' | 'vipEndBefore' | 'vipEndTime' | 'stateSince'> {}

export type EntPaymentLogSort = 'entId' | 'payNo' | 'years' | 'price' | 'amount' | 'payChannel' | 'tradeNo' | 'payTime' | 'vipEndBefore' | 'vipEndTime' | 'payStatus' | 'refundReason' | 'stateSince'

/** Confirm payment 确认到账 */
export interface EntPaymentLogConfirmInput {
  tradeNo: string
}

/** Refund 退款 */
export interface EntPaymentLogRefundInput {
  refundReason: string
}

/** Menu plan 食谱 */
export interface EntRecipes extends SystemFields {
  /** Business 企业 */
  entId: string
  entIdName: string | null
  /** Pictures 图片 */
  pictures: string[] | null
  /** Remark 备注 */
  remark: string | null
  /** Menu 食谱名称 */
  recipeName: string
  /** For 适用人群 */
  ageRange: string | null
  /** From 开始日期 */
  dateStart: string
  /** To 结束日期 */
  dateEnd: string
  /** Dishes 菜品; read with a single record only. */
  dishes?: EntRecipesDish[]
  /** Number of dishes 菜品数 */
  dishCount: number | null
  /** Menu status 食谱状态 */
  recipeStatus: "0" | "1" | null
  /** Published at 公示时间 */
  publishedAt: string | null
  /** In this state since 状态更新于 */
  stateSince: string | null
}

/** Menu plan 食谱: a new record. */
export interface EntRecipesSave extends Input<EntRecipes, 'entId' | 'recipeName' | 'dateStart' | 'dateEnd', 'pictures' | 'remark' | 'ageRange'> {
  dishes: EntRecipesDishAsLine[]
}

/** Menu plan 食谱: a change. */
export interface EntRecipesUpdate extends Update<EntRecipesSave> {}

/** Menu plan 食谱: query parameters of a list. */
export interface EntRecipesQuery extends
  SystemQuery<EntRecipesSort>,
  DictionaryFilter<EntRecipes, 'entId' | 'recipeStatus'>,
  ImageFilter<EntRecipes, 'pictures'>,
  TextFilter<EntRecipes, 'remark' | 'recipeName' | 'ageRange'>,
  DateFilter<EntRecipes, 'dateStart' | 'dateEnd' | 'publishedAt' | 'stateSince'>,
  IntegerFilter<EntRecipes, 'dishCount'> {}

export type EntRecipesSort = 'entId' | 'recipeName' | 'ageRange' | 'dateStart' | 'dateEnd' | 'dishCount' | 'recipeStatus' | 'publishedAt' | 'stateSince'

/** Dish of a menu 食谱菜品 */
export interface EntRecipesDish extends SystemFields {
  /** Menu plan 食谱 */
  recipeId: string
  recipeIdName: string | null
  /** Day 日期 */
  day: string
  /** Meal 餐次 */
  meals: "1" | "2" | "3" | "4"
  /** Dish 菜品 */
  dishId: string
  dishIdName: string | null
  /** Portion 每份克数 */
  portion: number | null
  /** Photo 成品照片 */
  picture: string | null
}

/** Dish of a menu 食谱菜品: a new record. */
export interface EntRecipesDishSave extends Input<EntRecipesDish, 'recipeId' | 'day' | 'dishId', 'meals' | 'portion' | 'picture'> {}

/** Dish of a menu 食谱菜品: a change. */
export interface EntRecipesDishUpdate extends Update<EntRecipesDishSave> {}

/** Dish of a menu 食谱菜品: a line of its parent record. */
export interface EntRecipesDishAsLine extends Line<EntRecipesDishSave, 'recipeId'> {}

/** Dish of a menu 食谱菜品: query parameters of a list. */
export interface EntRecipesDishQuery extends
  SystemQuery<EntRecipesDishSort>,
  DictionaryFilter<EntRecipesDish, 'recipeId' | 'meals' | 'dishId'>,
  DateFilter<EntRecipesDish, 'day'>,
  IntegerFilter<EntRecipesDish, 'portion'>,
  ImageFilter<EntRecipesDish, 'picture'> {}

export type EntRecipesDishSort = 'recipeId' | 'day' | 'meals' | 'dishId' | 'portion'

/** Update the dish 更新菜品 */
export interface EntRecipesDishDishesUpdateInput extends Input<EntRecipesDish, 'day' | 'dishId', 'meals' | 'portion' | 'picture'> {}

/** Dishes of a menu 食谱的菜品: input. */
export interface EntRecipesDishDishesPageInput {
  recipeId?: string | null
}

/** On-site checklist item 现场检查项目 */
export interface EntSceneInspectItem extends SystemFields {
  /** Item no. 项目编号 */
  itemNo: string
  /** Category 检查类别 */
  section: string
  /** Requirement 检查内容 */
  content: string
  /** Method 检查方式 */
  method: (("1" | "2" | "3" | "4")[] | null)
  /** Key item 重点项 */
  isKey: "0" | "1"
  /** Applies to 适用业态 */
  businessTypes: (("KINDSC" | "PRISC" | "MIDSC" | "HIGSC" | "UNVSC" | "HSPT" | "RSTNT" | "HOTEL" | "CORP" | "GOV")[] | null)
  /** Legal basis 检查依据 */
  basis: string | null
  /** Enabled 启用 */
  enabled: "0" | "1"
  /** Sort order 排序 */
  sort: number | null
}

/** On-site checklist item 现场检查项目: a new record. */
export interface EntSceneInspectItemSave extends Input<EntSceneInspectItem, 'itemNo' | 'section' | 'content', 'method' | 'isKey' | 'businessTypes' | 'basis' | 'enabled' | 'sort'> {}

/** On-site checklist item 现场检查项目: a change. */
export interface EntSceneInspectItemUpdate extends Update<EntSceneInspectItemSave> {}

/** On-site checklist item 现场检查项目: query parameters of a list. */
export interface EntSceneInspectItemQuery extends
  SystemQuery<EntSceneInspectItemSort>,
  TextFilter<EntSceneInspectItem, 'itemNo' | 'section' | 'content' | 'basis'>,
  DictionaryListFilter<EntSceneInspectItem, 'method' | 'businessTypes'>,
  DictionaryFilter<EntSceneInspectItem, 'isKey' | 'enabled'>,
  IntegerFilter<EntSceneInspectItem, 'sort'> {}

export type EntSceneInspectItemSort = 'itemNo' | 'section' | 'content' | 'isKey' | 'basis' | 'enabled' | 'sort'

/** On-site item result 现场检查结果 */
export interface EntSceneInspectItemLog extends SystemFields {
  /** On-site inspection 现场检查 */
  sceneInspectionId: string
  sceneInspectionIdName: string | null
  /** On-site checklist item 现场检查项目 */
  itemId: string
  itemIdName: string | null
  /** Key item 重点项 */
  isKey: "0" | "1" | null
  /** Result 结果 */
  itemResult: "1" | "2" | "3"
  /** Pictures 图片 */
  pictures: string[] | null
  /** Issue 问题描述 */
  remark: string | null
}

/** On-site item result 现场检查结果: a new record. */
export interface EntSceneInspectItemLogSave extends Input<EntSceneInspectItemLog, 'sceneInspectionId' | 'itemId', 'itemResult' | 'pictures' | 'remark'> {}

/** On-site item result 现场检查结果: a change. */
export interface EntSceneInspectItemLogUpdate extends Update<EntSceneInspectItemLogSave> {}

/** On-site item result 现场检查结果: a line of its parent record. */
export interface EntSceneInspectItemLogAsLine extends Line<EntSceneInspectItemLogSave, 'sceneInspectionId'> {}

/** On-site item result 现场检查结果: query parameters of a list. */
export interface EntSceneInspectItemLogQuery extends
  SystemQuery<EntSceneInspectItemLogSort>,
  DictionaryFilter<EntSceneInspectItemLog, 'sceneInspectionId' | 'itemId' | 'isKey' | 'itemResult'>,
  ImageFilter<EntSceneInspectItemLog, 'pictures'>,
  TextFilter<EntSceneInspectItemLog, 'remark'> {}

export type EntSceneInspectItemLogSort = 'sceneInspectionId' | 'itemId' | 'isKey' | 'itemResult' | 'remark'

/** On-site inspection 现场检查 */
export interface EntSceneInspection extends SystemFields {
  /** Business 企业 */
  entId: string
  entIdName: string | null
  /** Pictures 图片 */
  pictures: string[] | null
  /** Remark 备注 */
  remark: string | null
  /** Inspection no. 现场检查编号 */
  sceneNo: string | null
  /** Type 检查类型 */
  inspectType: "1" | "2" | "3" | "4"
  /** Inspecting body 检查主体 */
  deptType: "1" | "2" | "3" | "4" | "5" | "6"
  /** From 开始时间 */
  beginTime: string
  /** To 结束时间 */
  endTime: string | null
  /** Officers 执法人员 */
  inspectorIds: string[]
  inspectorIdsName: string[] | null
  /** Credentials shown 已出示执法证件 */
  certShown: "0" | "1"
  /** Place 检查地点 */
  address: string | null
  /** Results 检查结果; read with a single record only. */
  items?: EntSceneInspectItemLog[]
  /** Key items failed 重点项不符合 */
  keyFailed: number | null
  /** Other items failed 一般项不符合 */
  failed: number | null
  /** Result 检查结论 */
  inspectResult: "1" | "2" | "3" | null
  /** Measure 处理措施 */
  handleWay: "0" | "1" | "2" | "3" | null
  /** Accompanied by 被检查单位陪同人员 */
  receiver: string | null
  /** Statement of the business 被检查单位意见 */
  entOpinion: string | null
  /** Signature 被检查单位签字 */
  signature: string | null
  /** Status 检查状态 */
  sceneStatus: "0" | "1" | "2" | "3" | null
  /** Action taken 整改情况 */
  rectifyReply: string | null
  /** Correction photos 整改照片 */
  rectifyPictures: string[] | null
  /** In this state since 状态更新于 */
  stateSince: string | null
}

/** On-site inspection 现场检查: a new record. */
export interface EntSceneInspectionSave extends Input<EntSceneInspection, 'entId' | 'deptType' | 'inspectorIds', 'pictures' | 'remark' | 'inspectType' | 'beginTime' | 'endTime' | 'certShown' | 'receiver'> {
  items?: EntSceneInspectItemLogAsLine[]
}

/** On-site inspection 现场检查: a change. */
export interface EntSceneInspectionUpdate extends Update<EntSceneInspectionSave> {}

/** On-site inspection 现场检查: query parameters of a list. */
export interface EntSceneInspectionQuery extends
  SystemQuery<EntSceneInspectionSort>,
  DictionaryFilter<EntSceneInspection, 'entId' | 'inspectType' | 'deptType' | 'certShown' | 'inspectResult' | 'handleWay' | 'sceneStatus'>,
  ImageFilter<EntSceneInspection, 'pictures' | 'signature' | 'rectifyPictures'>,
  TextFilter<EntSceneInspection, 'remark' | 'sceneNo' | 'address' | 'receiver' | 'entOpinion' | 'rectifyReply'>,
  DateFilter<EntSceneInspection, 'beginTime' | 'endTime' | 'stateSince'>,
  DictionaryListFilter<EntSceneInspection, 'inspectorIds'>,
  IntegerFilter<EntSceneInspection, 'keyFailed' | 'failed'> {}

export type EntSceneInspectionSort = 'entId' | 'sceneNo' | 'inspectType' | 'deptType' | 'beginTime' | 'endTime' | 'certShown' | 'address' | 'keyFailed' | 'failed' | 'inspectResult' | 'handleWay' | 'receiver' | 'sceneStatus' | 'stateSince'

/** Complete 完成检查 */
export interface EntSceneInspectionFinishInput extends Input<EntSceneInspection, never, 'entOpinion' | 'signature'> {
  endTime: string
  handleWay: "0" | "1" | "2" | "3"
}

/** Order correction 责令改正 */
export interface EntSceneInspectionOrderInput {
  problem: string
}

/** Complete correction 完成整改 */
export interface EntSceneInspectionRectifyInput {
  reply: string
  pictures?: string[] | null
}

/** List of on-site inspections 现场检查明细: input. */
export interface EntSceneInspectionCaptureScenesInput {
  beginTime?: string | null
  endTime?: string | null
  regionId?: string | null
  businessType?: "KINDSC" | "PRISC" | "MIDSC" | "HIGSC" | "UNVSC" | "HSPT" | "RSTNT" | "HOTEL" | "CORP" | "GOV" | null
}

/** List of on-site inspections 现场检查明细: a row. */
export interface EntSceneInspectionCaptureScenesRow {
  id: string | null
  sceneNo: string | null
  entId: string | null
  entIdName: string | null
  beginTime: string | null
  inspectType: "1" | "2" | "3" | "4" | null
  deptType: "1" | "2" | "3" | "4" | "5" | "6" | null
  keyFailed: number | null
  failed: number | null
  inspectResult: "1" | "2" | "3" | null
  handleWay: "0" | "1" | "2" | "3" | null
  sceneStatus: "0" | "1" | "2" | "3" | null
}

/** On-site patrol 现场巡查 */
export interface EntScenePatrolInspect extends SystemFields {
  /** Business 企业 */
  entId: string
  entIdName: string | null
  /** Pictures 图片 */
  pictures: string[] | null
  /** Remark 备注 */
  remark: string | null
  /** Inspecting body 检查主体 */
  deptType: "1" | "2" | "3" | "4" | "5" | "6"
  /** Inspector 巡查人员 */
  inspectorId: string | null
  inspectorIdName: string | null
  /** Result 巡查结论 */
  inspectResult: "1" | "2" | "3" | null
  /** Findings 发现问题 */
  finding: string | null
  /** Action taken 整改情况 */
  rectifyReply: string | null
  /** Status 巡查状态 */
  patrolStatus: "0" | "1" | "2" | "3" | null
  /** Patrol no. 巡查编号 */
  patrolNo: string | null
  /** Time 巡查时间 */
  patrolTime: string
  /** Meal 巡查餐次 */
  meals: "1" | "2" | "3" | "4" | null
  /** Points checked 巡查要点 */
  points: ("1" | "2" | "3" | "4" | "5" | "6" | "7" | "8" | "9")[]
  /** Points with issues 问题要点 */
  problemPoints: (("1" | "2" | "3" | "4" | "5" | "6" | "7" | "8" | "9")[] | null)
  /** Accompanied by 陪同人员 */
  receiver: string | null
  /** In this state since 状态更新于 */
  stateSince: string | null
}

/** On-site patrol 现场巡查: a new record. */
export interface EntScenePatrolInspectSave extends Input<EntScenePatrolInspect, 'entId' | 'deptType' | 'points', 'pictures' | 'remark' | 'inspectorId' | 'patrolTime' | 'meals' | 'problemPoints' | 'receiver'> {}

/** On-site patrol 现场巡查: a change. */
export interface EntScenePatrolInspectUpdate extends Update<EntScenePatrolInspectSave> {}

/** On-site patrol 现场巡查: query parameters of a list. */
export interface EntScenePatrolInspectQuery extends
  SystemQuery<EntScenePatrolInspectSort>,
  DictionaryFilter<EntScenePatrolInspect, 'entId' | 'deptType' | 'inspectorId' | 'inspectResult' | 'patrolStatus' | 'meals'>,
  ImageFilter<EntScenePatrolInspect, 'pictures'>,
  TextFilter<EntScenePatrolInspect, 'remark' | 'finding' | 'rectifyReply' | 'patrolNo' | 'receiver'>,
  DateFilter<EntScenePatrolInspect, 'patrolTime' | 'stateSince'>,
  DictionaryListFilter<EntScenePatrolInspect, 'points' | 'problemPoints'> {}

export type EntScenePatrolInspectSort = 'entId' | 'deptType' | 'inspectorId' | 'inspectResult' | 'patrolStatus' | 'patrolNo' | 'patrolTime' | 'meals' | 'receiver' | 'stateSince'

/** Complete 完成巡查 */
export interface EntScenePatrolInspectFinishInput extends Input<EntScenePatrolInspect, never, 'finding' | 'pictures'> {
  inspectResult: "1" | "2" | "3"
}

/** Complete correction 完成整改 */
export interface EntScenePatrolInspectRectifyInput {
  reply: string
}

/** Self-inspection 企业自查 */
export interface EntSelfInspect extends SystemFields {
  /** Business 企业 */
  entId: string
  entIdName: string | null
  /** Pictures 图片 */
  pictures: string[] | null
  /** Remark 备注 */
  remark: string | null
  /** Day 自查日期 */
  inspectDay: string
  /** Self-inspection type 自查类型 */
  kind: "1" | "2" | "3"
  /** Led by 检查（主持）人 */
  chairedBy: string
  chairedByName: string | null
  /** Content 检查（调度）内容 */
  content: string | null
  /** Risk found 发现风险隐患 */
  hasRisk: "0" | "1"
  /** Findings 发现问题 */
  finding: string | null
  /** Measure 整改措施 */
  measure: string | null
  /** Correct by 整改期限 */
  rectifyBy: string | null
  /** Corrected 已整改 */
  rectified: "0" | "1" | null
  /** Examined 已复核 */
  examined: "0" | "1" | null
  /** Examined at 复核时间 */
  examinedAt: string | null
}

/** Self-inspection 企业自查: a new record. */
export interface EntSelfInspectSave extends Input<EntSelfInspect, 'entId' | 'chairedBy', 'pictures' | 'remark' | 'inspectDay' | 'kind' | 'content' | 'hasRisk' | 'finding' | 'measure' | 'rectifyBy' | 'rectified'> {}

/** Self-inspection 企业自查: a change. */
export interface EntSelfInspectUpdate extends Update<EntSelfInspectSave> {}

/** Self-inspection 企业自查: query parameters of a list. */
export interface EntSelfInspectQuery extends
  SystemQuery<EntSelfInspectSort>,
  DictionaryFilter<EntSelfInspect, 'entId' | 'kind' | 'chairedBy' | 'hasRisk' | 'rectified' | 'examined'>,
  ImageFilter<EntSelfInspect, 'pictures'>,
  TextFilter<EntSelfInspect, 'remark' | 'content' | 'finding' | 'measure'>,
  DateFilter<EntSelfInspect, 'inspectDay' | 'rectifyBy' | 'examinedAt'> {}

export type EntSelfInspectSort = 'entId' | 'inspectDay' | 'kind' | 'chairedBy' | 'hasRisk' | 'rectifyBy' | 'rectified' | 'examined' | 'examinedAt'

/** Business category 企业类型 */
export interface EntType extends SystemFields {
  /** Category name 类型名称 */
  name: string
  /** Category code 类型编码 */
  code: string
  /** Parent category 上级类型 */
  parentId: string | null
  parentIdName: string | null
  /** Line of business 主体业态 */
  sysBusinessType: "1" | "2" | "3" | "4" | "5" | null
  /** Inspections per year 年度检查频次 */
  inspectTimes: number | null
  /** External ID 来源编号 */
  sourceId: string | null
  /** Sort order 排序 */
  sort: number | null
  /** Remark 备注 */
  remark: string | null
}

/** Business category 企业类型: a new record. */
export interface EntTypeSave extends Input<EntType, 'name' | 'code', 'parentId' | 'sysBusinessType' | 'inspectTimes' | 'sourceId' | 'sort' | 'remark'> {}

/** Business category 企业类型: a change. */
export interface EntTypeUpdate extends Update<EntTypeSave> {}

/** Business category 企业类型: query parameters of a list. */
export interface EntTypeQuery extends
  SystemQuery<EntTypeSort>,
  TextFilter<EntType, 'name' | 'code' | 'sourceId' | 'remark'>,
  DictionaryFilter<EntType, 'parentId' | 'sysBusinessType'>,
  IntegerFilter<EntType, 'inspectTimes' | 'sort'> {}

export type EntTypeSort = 'name' | 'code' | 'parentId' | 'sysBusinessType' | 'inspectTimes' | 'sourceId' | 'sort' | 'remark'

/** Alert 预警记录 */
export interface EntWarningLog extends SystemFields {
  /** Business 企业 */
  entId: string
  entIdName: string | null
  /** Pictures 图片 */
  pictures: string[] | null
  /** Remark 备注 */
  remark: string | null
  /** Alert no. 预警编号 */
  warningNo: string | null
  /** Type 预警类型 */
  warningType: "1" | "2" | "3" | "4" | "5" | "6" | "7" | "8" | "9"
  /** Alert level 预警级别 */
  warningLevel: "1" | "2"
  /** Subject 预警内容 */
  subject: string
  /** Time 预警时间 */
  warnTime: string
  /** Camera 摄像头 */
  cameraId: string | null
  cameraIdName: string | null
  /** Capture 抓拍画面 */
  screenshotId: string | null
  screenshotIdName: string | null
  /** Capture record 违规抓拍 */
  captureId: string | null
  captureIdName: string | null
  /** Employee 从业人员 */
  personnelId: string | null
  personnelIdName: string | null
  /** Expiry date 到期日期 */
  expireDate: string | null
  /** Alert status 预警状态 */
  warningStatus: "0" | "2" | "1" | null
  /** Resolve by 处置时限 */
  handleBy: string | null
  /** Responded at 响应时间 */
  respondedAt: string | null
  /** Action taken 处置情况 */
  result: string | null
  /** Resolved at 处置时间 */
  handledAt: string | null
  /** In this state since 状态更新于 */
  stateSince: string | null
}

/** Alert 预警记录: a new record. */
export interface EntWarningLogSave extends Input<EntWarningLog, 'entId' | 'warningType' | 'subject', 'pictures' | 'remark' | 'warningLevel' | 'warnTime' | 'cameraId' | 'screenshotId' | 'captureId' | 'personnelId' | 'expireDate'> {}

/** Alert 预警记录: a change. */
export interface EntWarningLogUpdate extends Update<EntWarningLogSave> {}

/** Alert 预警记录: query parameters of a list. */
export interface EntWarningLogQuery extends
  SystemQuery<EntWarningLogSort>,
  DictionaryFilter<EntWarningLog, 'entId' | 'warningType' | 'warningLevel' | 'cameraId' | 'screenshotId' | 'captureId' | 'personnelId' | 'warningStatus'>,
  ImageFilter<EntWarningLog, 'pictures'>,
  TextFilter<EntWarningLog, 'remark' | 'warningNo' | 'subject' | 'result'>,
  DateFilter<EntWarningLog, 'warnTime' | 'expireDate' | 'handleBy' | 'respondedAt' | 'handledAt' | 'stateSince'> {}

export type EntWarningLogSort = 'entId' | 'warningNo' | 'warningType' | 'warningLevel' | 'subject' | 'warnTime' | 'cameraId' | 'screenshotId' | 'captureId' | 'personnelId' | 'expireDate' | 'warningStatus' | 'handleBy' | 'respondedAt' | 'handledAt' | 'stateSince'

/** Resolve 处置 */
export interface EntWarningLogHandleInput {
  result: string
}

/** Close 办结 */
export interface EntWarningLogSettleInput {
  result: string
}

/** Send a text message 发送短信警示 */
export interface EntWarningLogSendMsgInput {
  sendObj: ("owner" | "staff" | "1" | "2" | "3" | "4")[]
  content?: string | null
}

/** Deployed process 流程部署 */
export interface FlowDefinition extends SystemFields {
  /** Process 流程 */
  processName: string
  /** Key 流程标识 */
  processKey: string
  /** Version 版本 */
  processVersion: number
  /** Tenant 租户 */
  tenantCode: string | null
  /** Category 类别 */
  flowCategory: "1" | "2" | "3" | null
  /** State 状态 */
  definitionState: "active" | "suspended"
  /** Deployed at 部署时间 */
  deployTime: string
  /** Deployed by 部署人 */
  author: string | null
  authorName: string | null
}

/** Deployed process 流程部署: query parameters of a list. */
export interface FlowDefinitionQuery extends
  SystemQuery<FlowDefinitionSort>,
  TextFilter<FlowDefinition, 'processName' | 'processKey' | 'tenantCode'>,
  IntegerFilter<FlowDefinition, 'processVersion'>,
  DictionaryFilter<FlowDefinition, 'flowCategory' | 'definitionState' | 'author'>,
  DateFilter<FlowDefinition, 'deployTime'> {}

export type FlowDefinitionSort = 'processName' | 'processKey' | 'processVersion' | 'tenantCode' | 'flowCategory' | 'definitionState' | 'deployTime' | 'author'

/** Delete 删除 */
export interface FlowDefinitionUndeployInput {
  withHistory: boolean
}

/** Process instance 流程实例 */
export interface FlowInstance extends SystemFields {
  /** Process 流程 */
  processName: string
  /** Key 流程标识 */
  processKey: string
  /** Version 版本 */
  processVersion: number
  /** Started by 发起人 */
  starter: string | null
  starterName: string | null
  /** State 状态 */
  flowState: "running" | "waiting" | "done" | "error" | "withdrawn" | "deleted"
  /** Started at 发起时间 */
  startTime: string
  /** Ended at 结束时间 */
  endTime: string | null
}

/** Process instance 流程实例: query parameters of a list. */
export interface FlowInstanceQuery extends
  SystemQuery<FlowInstanceSort>,
  TextFilter<FlowInstance, 'processName' | 'processKey'>,
  IntegerFilter<FlowInstance, 'processVersion'>,
  DictionaryFilter<FlowInstance, 'starter' | 'flowState'>,
  DateFilter<FlowInstance, 'startTime' | 'endTime'> {}

export type FlowInstanceSort = 'processName' | 'processKey' | 'processVersion' | 'starter' | 'flowState' | 'startTime' | 'endTime'

/** End the process 终止流程 */
export interface FlowInstanceEndInput {
  reason?: string | null
}

/** Process model 流程模型 */
export interface FlowModel extends SystemFields {
  /** Name 名称 */
  modelName: string
  /** Key 流程标识 */
  modelKey: string
  /** Version 版本 */
  modelVersion: number
  /** Description 说明 */
  description: string | null
  /** Changed 修改时间 */
  changeTime: string
  /** Changed by 修改人 */
  author: string | null
  authorName: string | null
}

/** Process model 流程模型: query parameters of a list. */
export interface FlowModelQuery extends
  SystemQuery<FlowModelSort>,
  TextFilter<FlowModel, 'modelName' | 'modelKey' | 'description'>,
  IntegerFilter<FlowModel, 'modelVersion'>,
  DateFilter<FlowModel, 'changeTime'>,
  DictionaryFilter<FlowModel, 'author'> {}

export type FlowModelSort = 'modelName' | 'modelKey' | 'modelVersion' | 'changeTime' | 'author'

/** Deploy 部署 */
export interface FlowModelDeployInput {
  flowCategory?: "1" | "2" | "3" | null
  tenantIds?: string | null
}

/** Process task 流程任务 */
export interface FlowTask extends SystemFields {
  /** Task 环节 */
  taskName: string
  /** Process 流程 */
  instanceId: string
  instanceIdName: string | null
  /** Assignee 办理人 */
  assignee: string | null
  assigneeName: string | null
  /** For 代谁办理 */
  behalf: string | null
  behalfName: string | null
  /** Outcome 结果 */
  taskOutcome: "open" | "agreed" | "refused" | "returned" | "withdrawn" | "deleted" | "cancelled"
  /** Opinion 意见 */
  opinion: string | null
  /** Claimed at 签收时间 */
  claimTime: string | null
  /** Due 期限 */
  dueTime: string | null
  /** Completed at 办结时间 */
  endTime: string | null
}

/** Process task 流程任务: query parameters of a list. */
export interface FlowTaskQuery extends
  SystemQuery<FlowTaskSort>,
  TextFilter<FlowTask, 'taskName' | 'opinion'>,
  DictionaryFilter<FlowTask, 'instanceId' | 'assignee' | 'behalf' | 'taskOutcome'>,
  DateFilter<FlowTask, 'claimTime' | 'dueTime' | 'endTime'> {}

export type FlowTaskSort = 'taskName' | 'instanceId' | 'assignee' | 'behalf' | 'taskOutcome' | 'claimTime' | 'dueTime' | 'endTime'

/** Access device 接入设备 */
export interface InstAccessDevice extends SystemFields {
  /** Access application 接入申请 */
  accessId: string
  accessIdName: string | null
  /** Camera name 点位名称 */
  name: string
  /** Location 安装位置 */
  position: string
  /** Device type 设备类型 */
  deviceType: "1" | "2" | "3"
  /** GB28181 code 国标编码 */
  nationCode: string | null
  /** Serial no. 设备序列号 */
  deviceSn: string | null
  /** Channel 通道号 */
  channelNo: number
  /** IP address IP 地址 */
  ipAddress: string | null
  /** Picture checked 画面已确认 */
  accepted: "0" | "1" | null
  /** Remark 备注 */
  remark: string | null
}

/** Access device 接入设备: a new record. */
export interface InstAccessDeviceSave extends Input<InstAccessDevice, 'accessId' | 'name' | 'position', 'deviceType' | 'nationCode' | 'deviceSn' | 'channelNo' | 'ipAddress' | 'accepted' | 'remark'> {
  verifyCode?: string | null
}

/** Access device 接入设备: a change. */
export interface InstAccessDeviceUpdate extends Update<InstAccessDeviceSave> {}

/** Access device 接入设备: a line of its parent record. */
export interface InstAccessDeviceAsLine extends Line<InstAccessDeviceSave, 'accessId'> {}

/** Access device 接入设备: query parameters of a list. */
export interface InstAccessDeviceQuery extends
  SystemQuery<InstAccessDeviceSort>,
  DictionaryFilter<InstAccessDevice, 'accessId' | 'deviceType' | 'accepted'>,
  TextFilter<InstAccessDevice, 'name' | 'position' | 'nationCode' | 'deviceSn' | 'ipAddress' | 'remark'>,
  IntegerFilter<InstAccessDevice, 'channelNo'> {}

export type InstAccessDeviceSort = 'accessId' | 'name' | 'position' | 'deviceType' | 'nationCode' | 'deviceSn' | 'channelNo' | 'ipAddress' | 'accepted' | 'remark'

/** Access application 接入申请 */
export interface InstAccessInfo extends SystemFields {
  /** Review status 审核状态 */
  examineStatus: "0" | "1" | "2" | null
  /** Opinion 审核意见 */
  examineOpinion: string | null
  /** Reviewed by 审核人 */
  examinedBy: string | null
  examinedByName: string | null
  /** Reviewed at 审核时间 */
  examinedAt: string | null
  /** Access no. 接入编号 */
  accessNo: string | null
  /** Business 企业 */
  entId: string
  entIdName: string | null
  /** Business name 企业名称 */
  entName: string | null
  /** Access type 接入方式 */
  accessType: "1" | "2" | "3"
  /** Connection platform 接入平台 */
  platform: "1" | "2" | "3" | "4" | "5" | null
  /** Installation appointment 安装预约 */
  appointmentId: string | null
  appointmentIdName: string | null
  /** Installer 安装人员 */
  installerId: string | null
  installerIdName: string | null
  /** Video recorder 录像机信息 */
  nvrId: string | null
  nvrIdName: string | null
  /** Contact 联系人 */
  contact: string | null
  /** Contact phone 联系电话 */
  phone: string | null
  /** Devices 接入设备; read with a single record only. */
  devices?: InstAccessDevice[]
  /** Devices 设备数 */
  deviceCount: number | null
  /** Photos on site 现场照片 */
  pictures: string[] | null
  /** Remark 备注 */
  remark: string | null
  /** In this state since 状态更新于 */
  stateSince: string | null
}

/** Access application 接入申请: a new record. */
export interface InstAccessInfoSave extends Input<InstAccessInfo, 'entId', 'accessType' | 'platform' | 'appointmentId' | 'installerId' | 'nvrId' | 'contact' | 'phone' | 'pictures' | 'remark'> {
  devices?: InstAccessDeviceAsLine[]
}

/** Access application 接入申请: a change. */
export interface InstAccessInfoUpdate extends Update<InstAccessInfoSave> {}

/** Access application 接入申请: query parameters of a list. */
export interface InstAccessInfoQuery extends
  SystemQuery<InstAccessInfoSort>,
  DictionaryFilter<InstAccessInfo, 'examineStatus' | 'examinedBy' | 'entId' | 'accessType' | 'platform' | 'appointmentId' | 'installerId' | 'nvrId'>,
  TextFilter<InstAccessInfo, 'examineOpinion' | 'accessNo' | 'entName' | 'contact' | 'phone' | 'remark'>,
  DateFilter<InstAccessInfo, 'examinedAt' | 'stateSince'>,
  IntegerFilter<InstAccessInfo, 'deviceCount'>,
  ImageFilter<InstAccessInfo, 'pictures'> {}

export type InstAccessInfoSort = 'examineStatus' | 'examinedBy' | 'examinedAt' | 'accessNo' | 'entId' | 'entName' | 'accessType' | 'platform' | 'appointmentId' | 'installerId' | 'nvrId' | 'contact' | 'phone' | 'deviceCount' | 'stateSince'

/** Approve 审核通过 */
export interface InstAccessInfoAdoptInput extends Input<InstAccessInfo, never, 'examineOpinion'> {}

/** Reject 驳回 */
export interface InstAccessInfoAdoptNoInput {
  examineOpinion: string
}

/** Video recorder 录像机信息 */
export interface InstAccessNvrInfo extends SystemFields {
  /** Recorder 录像机名称 */
  nvrName: string
  /** Business 企业 */
  entId: string
  entIdName: string | null
  /** Connection platform 接入平台 */
  platform: "1" | "2" | "3" | "4" | "5"
  /** Model 规格型号 */
  deviceModel: string | null
  /** Serial no. 设备序列号 */
  deviceSn: string
  /** GB28181 code 国标编码 */
  nationCode: string | null
  /** Channels 通道总数 */
  channels: number
  /** Channels in use 已用通道 */
  usedChannels: number | null
  /** Disk size 硬盘容量 */
  diskSize: number | null
  /** Days of storage 录像保存天数 */
  storageDays: number
  /** IP address IP 地址 */
  ipAddress: string | null
  /** Port 端口 */
  port: number | null
  /** User name 登录账号 */
  loginName: string | null
  /** Status 在线状态 */
  nvrStatus: "1" | "0"
  /** Installed on 安装日期 */
  installedAt: string | null
  /** Remark 备注 */
  remark: string | null
}

/** Video recorder 录像机信息: a new record. */
export interface InstAccessNvrInfoSave extends Input<InstAccessNvrInfo, 'nvrName' | 'entId' | 'platform' | 'deviceSn' | 'storageDays', 'deviceModel' | 'nationCode' | 'channels' | 'diskSize' | 'ipAddress' | 'port' | 'loginName' | 'nvrStatus' | 'installedAt' | 'remark'> {
  loginPassword?: string | null
}

/** Video recorder 录像机信息: a change. */
export interface InstAccessNvrInfoUpdate extends Update<InstAccessNvrInfoSave> {}

/** Video recorder 录像机信息: query parameters of a list. */
export interface InstAccessNvrInfoQuery extends
  SystemQuery<InstAccessNvrInfoSort>,
  TextFilter<InstAccessNvrInfo, 'nvrName' | 'deviceModel' | 'deviceSn' | 'nationCode' | 'ipAddress' | 'loginName' | 'remark'>,
  DictionaryFilter<InstAccessNvrInfo, 'entId' | 'platform' | 'nvrStatus'>,
  IntegerFilter<InstAccessNvrInfo, 'channels' | 'usedChannels' | 'diskSize' | 'storageDays' | 'port'>,
  DateFilter<InstAccessNvrInfo, 'installedAt'> {}

export type InstAccessNvrInfoSort = 'nvrName' | 'entId' | 'platform' | 'deviceModel' | 'deviceSn' | 'nationCode' | 'channels' | 'usedChannels' | 'diskSize' | 'storageDays' | 'ipAddress' | 'port' | 'loginName' | 'nvrStatus' | 'installedAt'

/** Installation appointment 安装预约 */
export interface InstAppointment extends SystemFields {
  /** Review status 审核状态 */
  examineStatus: "0" | "1" | "2" | null
  /** Opinion 审核意见 */
  examineOpinion: string | null
  /** Reviewed by 审核人 */
  examinedBy: string | null
  examinedByName: string | null
  /** Reviewed at 审核时间 */
  examinedAt: string | null
  /** Appointment no. 预约编号 */
  appointNo: string | null
  /** Business 企业 */
  entId: string
  entIdName: string | null
  /** Business name 企业名称 */
  entName: string | null
  /** Appointment type 预约事项 */
  appointmentType: "1" | "2" | "3" | "4" | "5"
  /** Day of visit 上门日期 */
  appointDay: string
  /** Time of day 时段 */
  slot: "1" | "2"
  /** Address 上门地址 */
  address: string
  /** Contact on site 现场联系人 */
  contact: string
  /** Contact phone 联系电话 */
  phone: string
  /** Planned cameras 计划点位数 */
  pointCount: number | null
  /** Camera concerned 涉及摄像头 */
  cameraId: string | null
  cameraIdName: string | null
  /** Fault or new place 故障或移机说明 */
  fault: string | null
  /** Installer 安装人员 */
  installerId: string | null
  installerIdName: string | null
  /** Visited at 完成时间 */
  finishedAt: string | null
  /** Result of the visit 上门结果 */
  visitResult: string | null
  /** Photos on site 现场照片 */
  visitPictures: string[] | null
  /** Remark 备注 */
  remark: string | null
  /** In this state since 状态更新于 */
  stateSince: string | null
}

/** Installation appointment 安装预约: a new record. */
export interface InstAppointmentSave extends Input<InstAppointment, 'entId' | 'appointDay' | 'address' | 'contact' | 'phone', 'appointmentType' | 'slot' | 'pointCount' | 'cameraId' | 'fault' | 'installerId' | 'remark'> {}

/** Installation appointment 安装预约: a change. */
export interface InstAppointmentUpdate extends Update<InstAppointmentSave> {}

/** Installation appointment 安装预约: query parameters of a list. */
export interface InstAppointmentQuery extends
  SystemQuery<InstAppointmentSort>,
  DictionaryFilter<InstAppointment, 'examineStatus' | 'examinedBy' | 'entId' | 'appointmentType' | 'slot' | 'cameraId' | 'installerId'>,
  TextFilter<InstAppointment, 'examineOpinion' | 'appointNo' | 'entName' | 'address' | 'contact' | 'phone' | 'fault' | 'visitResult' | 'remark'>,
  DateFilter<InstAppointment, 'examinedAt' | 'appointDay' | 'finishedAt' | 'stateSince'>,
  IntegerFilter<InstAppointment, 'pointCount'>,
  ImageFilter<InstAppointment, 'visitPictures'> {}

export type InstAppointmentSort = 'examineStatus' | 'examinedBy' | 'examinedAt' | 'appointNo' | 'entId' | 'entName' | 'appointmentType' | 'appointDay' | 'slot' | 'address' | 'contact' | 'phone' | 'pointCount' | 'cameraId' | 'installerId' | 'finishedAt' | 'stateSince'

/** Approve 审核通过 */
export interface InstAppointmentAdoptInput extends Input<InstAppointment, never, 'examineOpinion'> {}

/** Reject 驳回 */
export interface InstAppointmentAdoptNoInput {
  examineOpinion: string
}

/** Assign an installer 安排安装人员 */
export interface InstAppointmentAssignInput {
  installerId: string
}

/** Finish the visit 完成上门 */
export interface InstAppointmentFinishInput extends Input<InstAppointment, never, 'visitPictures'> {
  visitResult: string
}

/** Installer 安装人员 */
export interface InstUserinfo extends SystemFields {
  /** Review status 审核状态 */
  examineStatus: "0" | "1" | "2" | null
  /** Opinion 审核意见 */
  examineOpinion: string | null
  /** Reviewed by 审核人 */
  examinedBy: string | null
  examinedByName: string | null
  /** Reviewed at 审核时间 */
  examinedAt: string | null
  /** Name 姓名 */
  name: string
  /** Mobile phone 手机号码 */
  phone: string
  /** Identity number 身份证号 */
  idCard: string | null
  /** Photo 工作照 */
  photo: string | null
  /** Company 所属公司 */
  companyId: string
  companyIdName: string | null
  /** Platforms 可接入平台 */
  platform: (("1" | "2" | "3" | "4" | "5")[] | null)
  /** Service regions 服务区域 */
  regionIds: string[] | null
  regionIdsName: string[] | null
  /** Special work permit no. 特种作业证号 */
  certNo: string | null
  /** Permit valid until 作业证有效期至 */
  certEnd: string | null
  /** Photos of the permit 证件照片 */
  certPictures: string[] | null
  /** Visits 上门次数 */
  visits: number | null
  /** Installer status 人员状态 */
  userStatus: "1" | "2" | "3" | null
  /** Account 登录账号 */
  userId: string | null
  userIdName: string | null
  /** Remark 备注 */
  remark: string | null
  /** In this state since 状态更新于 */
  stateSince: string | null
}

/** Installer 安装人员: a new record. */
export interface InstUserinfoSave extends Input<InstUserinfo, 'name' | 'phone' | 'companyId', 'idCard' | 'photo' | 'platform' | 'regionIds' | 'certNo' | 'certEnd' | 'certPictures' | 'remark'> {}

/** Installer 安装人员: a change. */
export interface InstUserinfoUpdate extends Update<InstUserinfoSave> {}

/** Installer 安装人员: query parameters of a list. */
export interface InstUserinfoQuery extends
  SystemQuery<InstUserinfoSort>,
  DictionaryFilter<InstUserinfo, 'examineStatus' | 'examinedBy' | 'companyId' | 'userStatus' | 'userId'>,
  TextFilter<InstUserinfo, 'examineOpinion' | 'name' | 'phone' | 'idCard' | 'certNo' | 'remark'>,
  DateFilter<InstUserinfo, 'examinedAt' | 'certEnd' | 'stateSince'>,
  ImageFilter<InstUserinfo, 'photo' | 'certPictures'>,
  DictionaryListFilter<InstUserinfo, 'platform' | 'regionIds'>,
  IntegerFilter<InstUserinfo, 'visits'> {}

export type InstUserinfoSort = 'examineStatus' | 'examinedBy' | 'examinedAt' | 'name' | 'phone' | 'idCard' | 'companyId' | 'certNo' | 'certEnd' | 'visits' | 'userStatus' | 'userId' | 'stateSince'

/** Approve 审核通过 */
export interface InstUserinfoAdoptInput extends Input<InstUserinfo, never, 'examineOpinion'> {}

/** Reject 驳回 */
export interface InstUserinfoAdoptNoInput {
  examineOpinion: string
}

/** Change status 变更状态 */
export interface InstUserinfoChangeStatusInput {
  userStatus?: "1" | "2" | "3"
}

/** Joint API 联合接口 */
export interface JointApiInfo extends SystemFields {
  /** API code 接口编码 */
  apiCode: string
  /** API 接口名称 */
  apiName: string
  /** API direction 接口方向 */
  direction: "1" | "2"
  /** Partner platform 对方平台 */
  platformId: string | null
  platformIdName: string | null
  /** HTTP method 请求方法 */
  method: "GET" | "POST" | "PUT" | "DELETE"
  /** Path 接口路径 */
  apiPath: string
  /** Permission code 权限码 */
  permission: string | null
  /** Purpose and data 用途与数据范围 */
  purpose: string
  /** Contains personal data 含个人信息 */
  containsPersonal: "0" | "1"
  /** Approval no. of data sharing 数据共享审批文号 */
  approvalNo: string | null
  /** Rate limit 调用频率上限 */
  rateLimit: number
  /** Documentation 接口文档 */
  documents: string[] | null
  /** Status 启用状态 */
  apiStatus: "1" | "0" | null
  /** Remark 备注 */
  remark: string | null
}

/** Joint API 联合接口: a new record. */
export interface JointApiInfoSave extends Input<JointApiInfo, 'apiCode' | 'apiName' | 'apiPath' | 'purpose', 'direction' | 'platformId' | 'method' | 'permission' | 'containsPersonal' | 'approvalNo' | 'rateLimit' | 'documents' | 'remark'> {}

/** Joint API 联合接口: a change. */
export interface JointApiInfoUpdate extends Update<JointApiInfoSave> {}

/** Joint API 联合接口: query parameters of a list. */
export interface JointApiInfoQuery extends
  SystemQuery<JointApiInfoSort>,
  TextFilter<JointApiInfo, 'apiCode' | 'apiName' | 'apiPath' | 'permission' | 'purpose' | 'approvalNo' | 'remark'>,
  DictionaryFilter<JointApiInfo, 'direction' | 'platformId' | 'method' | 'containsPersonal' | 'apiStatus'>,
  IntegerFilter<JointApiInfo, 'rateLimit'>,
  ImageFilter<JointApiInfo, 'documents'> {}

export type JointApiInfoSort = 'apiCode' | 'apiName' | 'direction' | 'platformId' | 'method' | 'apiPath' | 'permission' | 'containsPersonal' | 'approvalNo' | 'rateLimit' | 'apiStatus'

/** Change status 变更状态 */
export interface JointApiInfoChangeStatusInput {
  apiStatus?: "1" | "0"
}

/** Jointly authorised user 联合授权用户 */
export interface JointAuthUserInfo extends SystemFields {
  /** Name 姓名 */
  userName: string
  /** Mobile phone 手机号码 */
  phone: string
  /** Employer 所在单位 */
  unitName: string
  /** Source platform 来源平台 */
  platformId: string
  platformIdName: string | null
  /** ID at the source 对方用户编号 */
  externalId: string
  /** Reason 授权事由 */
  reason: string
  /** From 授权开始 */
  validFrom: string
  /** Until 授权截止 */
  validUntil: string
  /** APIs 可调用接口 */
  apiIds: string[] | null
  apiIdsName: string[] | null
  /** Account 对应账号 */
  userId: string | null
  userIdName: string | null
  /** Service token 服务令牌 */
  tokenId: string | null
  tokenIdName: string | null
  /** Authorisation status 授权状态 */
  authStatus: "0" | "1" | "2" | "3" | null
  /** Authorised by 授权人 */
  grantedBy: string | null
  grantedByName: string | null
  /** Authorised at 授权时间 */
  grantedAt: string | null
  /** Reason for revocation 撤销原因 */
  revokeReason: string | null
  /** In this state since 状态更新于 */
  stateSince: string | null
}

/** Jointly authorised user 联合授权用户: a new record. */
export interface JointAuthUserInfoSave extends Input<JointAuthUserInfo, 'userName' | 'phone' | 'unitName' | 'platformId' | 'externalId' | 'reason', 'validFrom' | 'validUntil' | 'apiIds' | 'userId' | 'tokenId'> {}

/** Jointly authorised user 联合授权用户: a change. */
export interface JointAuthUserInfoUpdate extends Update<JointAuthUserInfoSave> {}

/** Jointly authorised user 联合授权用户: query parameters of a list. */
export interface JointAuthUserInfoQuery extends
  SystemQuery<JointAuthUserInfoSort>,
  TextFilter<JointAuthUserInfo, 'userName' | 'phone' | 'unitName' | 'externalId' | 'reason' | 'revokeReason'>,
  DictionaryFilter<JointAuthUserInfo, 'platformId' | 'userId' | 'tokenId' | 'authStatus' | 'grantedBy'>,
  DateFilter<JointAuthUserInfo, 'validFrom' | 'validUntil' | 'grantedAt' | 'stateSince'>,
  DictionaryListFilter<JointAuthUserInfo, 'apiIds'> {}

export type JointAuthUserInfoSort = 'userName' | 'phone' | 'unitName' | 'platformId' | 'externalId' | 'validFrom' | 'validUntil' | 'userId' | 'tokenId' | 'authStatus' | 'grantedBy' | 'grantedAt' | 'revokeReason' | 'stateSince'

/** Revoke 撤销授权 */
export interface JointAuthUserInfoRevokeInput {
  revokeReason: string
}

/** Leave request 请假 */
export interface Leave extends SystemFields {
  /** Request no. 申请编号 */
  leaveNo: string | null
  /** Applicant 申请人 */
  applicantId: string
  applicantIdName: string | null
  /** Kind of leave 请假类型 */
  leaveType: "1" | "2" | "3" | "4"
  /** Approver 审批人 */
  taskUser: string | null
  taskUserName: string | null
  /** Substitute 代办人 */
  substituteId: string | null
  substituteIdName: string | null
  /** From 开始时间 */
  startTime: string
  /** To 结束时间 */
  endTime: string
  /** Days 天数 */
  days: number | null
  /** Reason 请假理由 */
  reason: string
  /** Attachments 附件 */
  attachments: string[] | null
  /** Status 申请状态 */
  leaveStatus: "0" | "1" | "2" | null
  /** Requested at 申请时间 */
  applyTime: string | null
  /** Process definition 流程定义 */
  processDefinitionId: string | null
  /** Process instance 流程实例 */
  processInstanceId: string | null
  /** In this state since 状态更新于 */
  stateSince: string | null
}

/** Leave request 请假: a new record. */
export interface LeaveSave extends Input<Leave, 'startTime' | 'endTime' | 'reason', 'leaveType' | 'taskUser' | 'substituteId' | 'attachments'> {}

/** Leave request 请假: a change. */
export interface LeaveUpdate extends Update<LeaveSave> {}

/** Leave request 请假: query parameters of a list. */
export interface LeaveQuery extends
  SystemQuery<LeaveSort>,
  TextFilter<Leave, 'leaveNo' | 'reason' | 'processDefinitionId' | 'processInstanceId'>,
  DictionaryFilter<Leave, 'applicantId' | 'leaveType' | 'taskUser' | 'substituteId' | 'leaveStatus'>,
  DateFilter<Leave, 'startTime' | 'endTime' | 'applyTime' | 'stateSince'>,
  IntegerFilter<Leave, 'days'>,
  ImageFilter<Leave, 'attachments'> {}

export type LeaveSort = 'leaveNo' | 'applicantId' | 'leaveType' | 'taskUser' | 'substituteId' | 'startTime' | 'endTime' | 'days' | 'leaveStatus' | 'applyTime' | 'processDefinitionId' | 'processInstanceId' | 'stateSince'

/** API log 接口日志 */
export interface LogApi extends SystemFields {
  /** Path 请求地址 */
  requestUri: string
  /** Method 请求方法 */
  method: string
  /** Status code 结果码 */
  statusCode: number
  /** Duration 耗时 */
  time: number
  /** User 操作人 */
  userId: string | null
  userIdName: string | null
  /** Request ID 请求编号 */
  logId: string | null
}

/** API log 接口日志: query parameters of a list. */
export interface LogApiQuery extends
  SystemQuery<LogApiSort>,
  TextFilter<LogApi, 'requestUri' | 'method' | 'logId'>,
  IntegerFilter<LogApi, 'statusCode' | 'time'>,
  DictionaryFilter<LogApi, 'userId'> {}

export type LogApiSort = 'requestUri' | 'method' | 'statusCode' | 'time' | 'userId' | 'logId'

/** Error log 错误日志 */
export interface LogError extends SystemFields {
  /** Message 内容 */
  message: string
  /** Source 来源 */
  source: "server" | "browser"
  /** Type 类型 */
  exceptionName: string
  /** Address 地址 */
  requestUri: string
  /** Stack 堆栈 */
  stackTrace: string | null
  /** User 操作人 */
  userId: string | null
  userIdName: string | null
  /** Request ID 请求编号 */
  logId: string | null
}

/** Error log 错误日志: query parameters of a list. */
export interface LogErrorQuery extends
  SystemQuery<LogErrorSort>,
  TextFilter<LogError, 'message' | 'exceptionName' | 'requestUri' | 'stackTrace' | 'logId'>,
  DictionaryFilter<LogError, 'source' | 'userId'> {}

export type LogErrorSort = 'source' | 'exceptionName' | 'requestUri' | 'userId' | 'logId'

/** Send log 发送记录 */
export interface MsgSendLog extends SystemFields {
  /** Receiver 接收人 */
  receiver: string | null
  /** Receivers 接收对象 */
  sendObj: "owner" | "staff" | "1" | "2" | "3" | "4" | null
  /** User 用户 */
  userId: string | null
  userIdName: string | null
  /** Channel 发送方式 */
  channel: "1" | "3" | "2"
  /** Text 内容 */
  content: string
  /** English text 英文内容 */
  contentEnglish: string | null
  /** Status 状态 */
  sendStatus: "0" | "1" | "2" | "3" | "4" | "5"
  /** Reason for failure 未送达原因 */
  fault: "noReceiver" | "noPhone" | "noEmail" | "hidden" | "tooMany" | "noService" | "refused" | "noAnswer" | null
  /** Provider's message 服务商说明 */
  detail: string | null
  /** Provider 服务商 */
  provider: string | null
  /** Sent at 发送时间 */
  sendTime: string | null
  /** Attempts 尝试次数 */
  attempts: number | null
  /** Message 消息模板 */
  templateId: string | null
  /** Kind of source 来源类型 */
  sourceResource: string | null
  /** Source 来源记录 */
  sourceId: string | null
  /** Step 来源步骤 */
  sourceStep: string | null
}

/** Send log 发送记录: query parameters of a list. */
export interface MsgSendLogQuery extends
  SystemQuery<MsgSendLogSort>,
  TextFilter<MsgSendLog, 'receiver' | 'content' | 'contentEnglish' | 'detail' | 'provider' | 'templateId' | 'sourceResource' | 'sourceId' | 'sourceStep'>,
  DictionaryFilter<MsgSendLog, 'sendObj' | 'userId' | 'channel' | 'sendStatus' | 'fault'>,
  DateFilter<MsgSendLog, 'sendTime'>,
  IntegerFilter<MsgSendLog, 'attempts'> {}

export type MsgSendLogSort = 'receiver' | 'sendObj' | 'userId' | 'channel' | 'sendStatus' | 'fault' | 'provider' | 'sendTime' | 'attempts' | 'templateId' | 'sourceResource' | 'sourceId' | 'sourceStep'

/** Message template 消息模板 */
export interface MsgTemplate extends SystemFields {
  /** Chinese name 模板名称 */
  templateName: string
  /** English name 英文名称 */
  englishName: string
  /** Template code 模板编码 */
  templateCode: string
  /** Based on 参照模板 */
  basedOn: string | null
  basedOnName: string | null
  /** Subject 消息事项 */
  objType: "9" | "1" | "2" | "3" | "4" | "5" | "6" | null
  /** Resource 关联业务 */
  sourceResource: string | null
  /** Receivers 发送对象 */
  sendObj: ("owner" | "staff" | "1" | "2" | "3" | "4")[]
  /** Channels 发送方式 */
  channels: ("1" | "3" | "2")[]
  /** Chinese text 中文文本 */
  textZh: string
  /** English text 英文文本 */
  textEn: string
  /** Enabled 启用 */
  enabled: boolean | null
  /** From the descriptors 来自描述文件 */
  isBuiltIn: boolean | null
  /** Remark 备注 */
  remark: string | null
}

/** Message template 消息模板: a new record. */
export interface MsgTemplateSave extends Input<MsgTemplate, 'templateName' | 'englishName' | 'templateCode' | 'sendObj' | 'channels' | 'textZh' | 'textEn', 'basedOn' | 'objType' | 'enabled' | 'remark'> {}

/** Message template 消息模板: a change. */
export interface MsgTemplateUpdate extends Update<MsgTemplateSave> {}

/** Message template 消息模板: query parameters of a list. */
export interface MsgTemplateQuery extends
  SystemQuery<MsgTemplateSort>,
  TextFilter<MsgTemplate, 'templateName' | 'englishName' | 'templateCode' | 'sourceResource' | 'textZh' | 'textEn' | 'remark'>,
  DictionaryFilter<MsgTemplate, 'basedOn' | 'objType'>,
  DictionaryListFilter<MsgTemplate, 'sendObj' | 'channels'>,
  BooleanFilter<MsgTemplate, 'enabled' | 'isBuiltIn'> {}

export type MsgTemplateSort = 'templateName' | 'englishName' | 'templateCode' | 'basedOn' | 'objType' | 'sourceResource' | 'enabled' | 'isBuiltIn' | 'remark'

/** Template parameter 模板参数 */
export interface MsgTemplateParam extends SystemFields {
  /** Message template 消息模板 */
  templateId: string
  templateIdName: string | null
  /** Parameter 参数 */
  paramKey: string
  /** Chinese name 参数名称 */
  paramName: string
  /** English name 英文名称 */
  englishName: string
  /** Example 示例 */
  example: string | null
  /** Personal 个人信息 */
  isPersonal: boolean
  /** Sort order 排序 */
  sort: number
}

/** Template parameter 模板参数: query parameters of a list. */
export interface MsgTemplateParamQuery extends
  SystemQuery<MsgTemplateParamSort>,
  DictionaryFilter<MsgTemplateParam, 'templateId'>,
  TextFilter<MsgTemplateParam, 'paramKey' | 'paramName' | 'englishName' | 'example'>,
  BooleanFilter<MsgTemplateParam, 'isPersonal'>,
  IntegerFilter<MsgTemplateParam, 'sort'> {}

export type MsgTemplateParamSort = 'templateId' | 'paramKey' | 'paramName' | 'englishName' | 'example' | 'isPersonal' | 'sort'

/** Guardian 监护人信息 */
export interface SchoolGuardianInfo extends SystemFields {
  /** Student 学生 */
  studentId: string
  studentIdName: string | null
  /** School 学校 */
  schoolId: string | null
  schoolIdName: string | null
  /** Canteen 供餐食堂 */
  entId: string | null
  entIdName: string | null
  /** Guardian 监护人姓名 */
  guardianName: string
  /** Relation to the student 与学生关系 */
  guardianRelation: "1" | "2" | "3" | "4" | "9"
  /** Mobile phone 手机号码 */
  phone: string
  /** First contact 第一联系人 */
  mainContact: "0" | "1"
  /** On the meal committee 膳食委员会成员 */
  committee: "0" | "1"
  /** Willing to accompany meals 愿意陪餐 */
  canAccompany: "0" | "1"
  /** Consent given on 同意日期 */
  consentDate: string | null
  /** Version of the consent 同意书版本 */
  consentVersion: string | null
  /** Remark 备注 */
  remark: string | null
}

/** Guardian 监护人信息: a new record. */
export interface SchoolGuardianInfoSave extends Input<SchoolGuardianInfo, 'studentId' | 'guardianName' | 'guardianRelation' | 'phone', 'mainContact' | 'committee' | 'canAccompany' | 'consentDate' | 'consentVersion' | 'remark'> {}

/** Guardian 监护人信息: a change. */
export interface SchoolGuardianInfoUpdate extends Update<SchoolGuardianInfoSave> {}

/** Guardian 监护人信息: query parameters of a list. */
export interface SchoolGuardianInfoQuery extends
  SystemQuery<SchoolGuardianInfoSort>,
  DictionaryFilter<SchoolGuardianInfo, 'studentId' | 'schoolId' | 'entId' | 'guardianRelation' | 'mainContact' | 'committee' | 'canAccompany'>,
  TextFilter<SchoolGuardianInfo, 'guardianName' | 'phone' | 'consentVersion' | 'remark'>,
  DateFilter<SchoolGuardianInfo, 'consentDate'> {}

export type SchoolGuardianInfoSort = 'studentId' | 'schoolId' | 'entId' | 'guardianName' | 'guardianRelation' | 'phone' | 'mainContact' | 'committee' | 'canAccompany' | 'consentDate' | 'consentVersion' | 'remark'

/** School 学校信息 */
export interface SchoolInfo extends SystemFields {
  /** School name 学校名称 */
  name: string
  /** School code 学校标识码 */
  schoolCode: string
  /** Canteen 所属食堂 */
  entId: string
  entIdName: string | null
  /** Type 办学类型 */
  stage: "1" | "2" | "3" | "4" | "5"
  /** Public or private 办学性质 */
  nature: "1" | "2"
  /** Region 所属区域 */
  regionId: string
  regionIdName: string | null
  /** Authority 主管机构 */
  organId: string | null
  organIdName: string | null
  /** Address 地址 */
  address: string
  /** Principal 校长 */
  principal: string | null
  /** Contact phone 联系电话 */
  phone: string | null
  /** Students 学生人数 */
  students: number
  /** Diners 就餐人数 */
  diners: number | null
  /** Boarding 寄宿制 */
  boarding: "0" | "1"
  /** Meal supply 供餐方式 */
  supplyMode: "1" | "2" | "3" | null
  /** Contractor 承包（供餐）单位 */
  contractor: string | null
  /** Remark 备注 */
  remark: string | null
}

/** School 学校信息: a new record. */
export interface SchoolInfoSave extends Input<SchoolInfo, 'name' | 'schoolCode' | 'entId' | 'stage' | 'regionId' | 'address' | 'students', 'nature' | 'organId' | 'principal' | 'phone' | 'diners' | 'boarding' | 'supplyMode' | 'contractor' | 'remark'> {}

/** School 学校信息: a change. */
export interface SchoolInfoUpdate extends Update<SchoolInfoSave> {}

/** School 学校信息: query parameters of a list. */
export interface SchoolInfoQuery extends
  SystemQuery<SchoolInfoSort>,
  TextFilter<SchoolInfo, 'name' | 'schoolCode' | 'address' | 'principal' | 'phone' | 'contractor' | 'remark'>,
  DictionaryFilter<SchoolInfo, 'entId' | 'stage' | 'nature' | 'regionId' | 'organId' | 'boarding' | 'supplyMode'>,
  IntegerFilter<SchoolInfo, 'students' | 'diners'> {}

export type SchoolInfoSort = 'name' | 'schoolCode' | 'entId' | 'stage' | 'nature' | 'regionId' | 'organId' | 'address' | 'principal' | 'phone' | 'students' | 'diners' | 'boarding' | 'supplyMode' | 'contractor'

/** Student 学生信息 */
export interface SchoolStudentInfo extends SystemFields {
  /** School 学校 */
  schoolId: string
  schoolIdName: string | null
  /** Canteen 供餐食堂 */
  entId: string | null
  entIdName: string | null
  /** Name 姓名 */
  name: string
  /** Sex 性别 */
  sex: "1" | "2" | "3" | null
  /** Student no. 学籍号 */
  studentNo: string
  /** Grade 年级 */
  grade: "K1" | "K2" | "K3" | "1" | "2" | "3" | "4" | "5" | "6" | "7" | "8" | "9" | "10" | "11" | "12" | "U"
  /** Class 班级 */
  className: string
  /** Birthday 生日 */
  birthday: string | null
  /** Eats at school 在校就餐 */
  dining: "0" | "1"
  /** Boarder 寄宿 */
  boarding: "0" | "1"
  /** Allergens 致敏物质 */
  allergens: (("1" | "2" | "3" | "4" | "5" | "6" | "7" | "8")[] | null)
  /** Diet 忌口与特殊膳食 */
  diet: string | null
  /** Enrolment 学籍状态 */
  studentStatus: "1" | "2" | null
  /** Left on 离校日期 */
  leftOn: string | null
  /** Remark 备注 */
  remark: string | null
  /** In this state since 状态更新于 */
  stateSince: string | null
}

/** Student 学生信息: a new record. */
export interface SchoolStudentInfoSave extends Input<SchoolStudentInfo, 'schoolId' | 'name' | 'studentNo' | 'grade' | 'className', 'sex' | 'birthday' | 'dining' | 'boarding' | 'allergens' | 'diet' | 'remark'> {}

/** Student 学生信息: a change. */
export interface SchoolStudentInfoUpdate extends Update<SchoolStudentInfoSave> {}

/** Student 学生信息: query parameters of a list. */
export interface SchoolStudentInfoQuery extends
  SystemQuery<SchoolStudentInfoSort>,
  DictionaryFilter<SchoolStudentInfo, 'schoolId' | 'entId' | 'sex' | 'grade' | 'dining' | 'boarding' | 'studentStatus'>,
  TextFilter<SchoolStudentInfo, 'name' | 'studentNo' | 'className' | 'diet' | 'remark'>,
  DateFilter<SchoolStudentInfo, 'birthday' | 'leftOn' | 'stateSince'>,
  DictionaryListFilter<SchoolStudentInfo, 'allergens'> {}

export type SchoolStudentInfoSort = 'schoolId' | 'entId' | 'name' | 'sex' | 'studentNo' | 'grade' | 'className' | 'birthday' | 'dining' | 'boarding' | 'diet' | 'studentStatus' | 'leftOn' | 'remark' | 'stateSince'

/** Leave 离校 */
export interface SchoolStudentInfoLeaveInput {
  leftOn: string
}

/** Audit log 操作审计 */
export interface SysAudit extends SystemFields {
  /** Time 时间 */
  actTime: string
  /** User 人员 */
  userId: string | null
  userIdName: string | null
  /** Service token 服务令牌 */
  serviceTokenId: string | null
  serviceTokenIdName: string | null
  /** Act 动作 */
  actKind: "signIn" | "signInRefused" | "secondFactor" | "sessionEnded" | "grant" | "token" | "export" | "reveal" | "revealRefused" | "maskedFilter" | "reset" | "erasure" | "tenant" | "elevation" | "descriptors" | "keys" | "auditRead"
  /** Object 对象 */
  ofResource: string | null
  /** Record 记录编号 */
  recordId: string | null
  /** Detail 结果 */
  actDetail: "added" | "changed" | "deleted" | "own" | "byAdministrator" | "rescueCommand" | "signedOut" | "pdf" | "person" | "exported" | "invalid_grant" | "access_denied" | "invalid_request" | null
  /** Reason 理由 */
  reason: string | null
  /** Fields and codes 字段与权限码 */
  names: string | null
  /** Address 来源 */
  address: string | null
  /** Session 会话 */
  sessionId: string | null
  /** Kind of actor 执行者类型 */
  actorKind: string | null
  /** Digest 摘要 */
  digest: string | null
}

/** Audit log 操作审计: query parameters of a list. */
export interface SysAuditQuery extends
  SystemQuery<SysAuditSort>,
  DateFilter<SysAudit, 'actTime'>,
  DictionaryFilter<SysAudit, 'userId' | 'serviceTokenId' | 'actKind' | 'actDetail'>,
  TextFilter<SysAudit, 'ofResource' | 'recordId' | 'reason' | 'names' | 'address' | 'sessionId' | 'actorKind' | 'digest'> {}

export type SysAuditSort = 'actTime' | 'userId' | 'serviceTokenId' | 'actKind' | 'ofResource' | 'recordId' | 'actDetail' | 'address' | 'sessionId' | 'actorKind' | 'digest'

/** Recent operation 最近操作 */
export interface SysOperation extends SystemFields {
  /** Operation 操作 */
  kind: "edit" | "transition" | "action" | "delete" | "restore" | "import" | "export" | "undo"
  /** Step 步骤 */
  step: string | null
  /** Records 数据 */
  resource: string
  /** User 操作人 */
  userId: string
  userIdName: string | null
  /** Time 时间 */
  startTime: string
  /** Finished 结束 */
  finishTime: string | null
  /** Total 共计 */
  total: number
  /** Done 成功 */
  doneCount: number
  /** Failed 未成功 */
  failedCount: number
  /** State 状态 */
  operationState: "running" | "finished" | "stopped" | "interrupted" | "undone"
  /** File 文件 */
  fileName: string | null
}

/** Recent operation 最近操作: query parameters of a list. */
export interface SysOperationQuery extends
  SystemQuery<SysOperationSort>,
  DictionaryFilter<SysOperation, 'kind' | 'userId' | 'operationState'>,
  TextFilter<SysOperation, 'step' | 'resource' | 'fileName'>,
  DateFilter<SysOperation, 'startTime' | 'finishTime'>,
  IntegerFilter<SysOperation, 'total' | 'doneCount' | 'failedCount'> {}

export type SysOperationSort = 'kind' | 'step' | 'resource' | 'userId' | 'startTime' | 'finishTime' | 'total' | 'doneCount' | 'failedCount' | 'operationState' | 'fileName'

/** Authority 监管机构 */
export interface SysOrgan extends SystemFields {
  /** Authority name 机构名称 */
  name: string
  /** Type 机构类别 */
  orgType: "1" | "2" | "3" | "4" | "5" | "6"
  /** Parent authority 上级机构 */
  parentId: string | null
  parentIdName: string | null
  /** Region 所属区域 */
  regionId: string | null
  regionIdName: string | null
  /** External ID 来源编号 */
  sourceId: string | null
  /** Head 负责人 */
  leader: string | null
  /** Contact phone 联系电话 */
  phone: string | null
  /** Sort order 排序 */
  sort: number | null
  /** Remark 备注 */
  remark: string | null
}

/** Authority 监管机构: a new record. */
export interface SysOrganSave extends Input<SysOrgan, 'name' | 'orgType', 'parentId' | 'regionId' | 'sourceId' | 'leader' | 'phone' | 'sort' | 'remark'> {}

/** Authority 监管机构: a change. */
export interface SysOrganUpdate extends Update<SysOrganSave> {}

/** Authority 监管机构: query parameters of a list. */
export interface SysOrganQuery extends
  SystemQuery<SysOrganSort>,
  TextFilter<SysOrgan, 'name' | 'sourceId' | 'leader' | 'phone' | 'remark'>,
  DictionaryFilter<SysOrgan, 'orgType' | 'parentId' | 'regionId'>,
  IntegerFilter<SysOrgan, 'sort'> {}

export type SysOrganSort = 'name' | 'orgType' | 'parentId' | 'regionId' | 'sourceId' | 'leader' | 'phone' | 'sort' | 'remark'

/** Device platform 设备平台 */
export interface SysPlatform extends SystemFields {
  /** Platform 平台名称 */
  name: string
  /** Code 平台编码 */
  code: string
  /** Video platform 视频平台类型 */
  platformType: "1" | "2" | "3" | "4" | "5" | "6" | null
  /** URL 接口地址 */
  url: string
  /** Media URL 视频播放地址 */
  mediaUrl: string | null
  /** GB28181 server code 国标服务器编码 */
  serverCode: string | null
  /** App key 应用标识（AppKey） */
  appKey: string | null
  /** Region 覆盖区域 */
  regionId: string | null
  regionIdName: string | null
  /** Operated by 建设运维单位 */
  companyId: string | null
  companyIdName: string | null
  /** Contact 联系人 */
  contact: string | null
  /** Contact phone 联系电话 */
  phone: string | null
  /** Status 启用状态 */
  platformStatus: "1" | "0" | null
  /** Last synchronised 最近同步 */
  syncedAt: string | null
  /** Remark 备注 */
  remark: string | null
}

/** Device platform 设备平台: a new record. */
export interface SysPlatformSave extends Input<SysPlatform, 'name' | 'code' | 'url', 'platformType' | 'mediaUrl' | 'serverCode' | 'appKey' | 'regionId' | 'companyId' | 'contact' | 'phone' | 'remark'> {
  appSecret?: string | null
}

/** Device platform 设备平台: a change. */
export interface SysPlatformUpdate extends Update<SysPlatformSave> {}

/** Device platform 设备平台: query parameters of a list. */
export interface SysPlatformQuery extends
  SystemQuery<SysPlatformSort>,
  TextFilter<SysPlatform, 'name' | 'code' | 'url' | 'mediaUrl' | 'serverCode' | 'appKey' | 'contact' | 'phone' | 'remark'>,
  DictionaryFilter<SysPlatform, 'platformType' | 'regionId' | 'companyId' | 'platformStatus'>,
  DateFilter<SysPlatform, 'syncedAt'> {}

export type SysPlatformSort = 'name' | 'code' | 'platformType' | 'url' | 'mediaUrl' | 'serverCode' | 'appKey' | 'regionId' | 'companyId' | 'contact' | 'phone' | 'platformStatus' | 'syncedAt'

/** Change status 变更状态 */
export interface SysPlatformChangeStatusInput {
  platformStatus?: "1" | "0"
}

/** Region 行政区划 */
export interface SysRegion extends SystemFields {
  /** Region code 区划代码 */
  code: string
  /** Region name 区划名称 */
  name: string
  /** Parent region 上级区划 */
  parentId: string | null
  parentIdName: string | null
  /** Level 级别 */
  regionLevel: "1" | "2" | "3" | "4"
  /** Sort order 排序 */
  sort: number | null
  /** Remark 备注 */
  remark: string | null
}

/** Region 行政区划: a new record. */
export interface SysRegionSave extends Input<SysRegion, 'code' | 'name' | 'regionLevel', 'parentId' | 'sort' | 'remark'> {}

/** Region 行政区划: a change. */
export interface SysRegionUpdate extends Update<SysRegionSave> {}

/** Region 行政区划: query parameters of a list. */
export interface SysRegionQuery extends
  SystemQuery<SysRegionSort>,
  TextFilter<SysRegion, 'code' | 'name' | 'remark'>,
  DictionaryFilter<SysRegion, 'parentId' | 'regionLevel'>,
  IntegerFilter<SysRegion, 'sort'> {}

export type SysRegionSort = 'code' | 'name' | 'parentId' | 'regionLevel' | 'sort' | 'remark'

/** Regions 区划: input. */
export interface SysRegionWelCodesInput {
  parentCode?: string | null
}

/** Regions 区划: a row. */
export interface SysRegionWelCodesRow {
  id: string | null
  code: string | null
  name: string | null
  parentCode: string | null
  level: string | null
  hasChildren: boolean | null
}

/** Regions 区划: input. */
export interface SysRegionScreenCodesInput {
  parentCode?: string | null
}

/** Regions 区划: a row. */
export interface SysRegionScreenCodesRow {
  id: string | null
  code: string | null
  name: string | null
  parentCode: string | null
  level: string | null
  hasChildren: boolean | null
}

/** Report 报表 */
export interface SysReport extends SystemFields {
  /** Name 报表名称 */
  name: string
  /** Saved search 常用查询 */
  searchId: string
  searchIdName: string | null
  /** Format 格式 */
  format: "xlsx" | "pdf"
  /** Period 周期 */
  period: "day" | "week" | "month"
  /** Next run 下次生成 */
  nextTime: string
  /** Requested 立即生成的时间 */
  requestedTime: string | null
  /** Last run 上次生成 */
  lastTime: string | null
  /** Reason for failure 失败原因 */
  lastFault: "noOwner" | "noSearch" | "noRight" | "tooMany" | "failed" | null
  /** Files 文件 */
  files: string[] | null
}

/** Report 报表: a new record. */
export interface SysReportSave extends Input<SysReport, 'name' | 'searchId' | 'nextTime', 'format' | 'period'> {}

/** Report 报表: a change. */
export interface SysReportUpdate extends Update<SysReportSave> {}

/** Report 报表: query parameters of a list. */
export interface SysReportQuery extends
  SystemQuery<SysReportSort>,
  TextFilter<SysReport, 'name'>,
  DictionaryFilter<SysReport, 'searchId' | 'format' | 'period' | 'lastFault'>,
  DateFilter<SysReport, 'nextTime' | 'requestedTime' | 'lastTime'>,
  ImageFilter<SysReport, 'files'> {}

export type SysReportSort = 'name' | 'searchId' | 'format' | 'period' | 'nextTime' | 'requestedTime' | 'lastTime' | 'lastFault'

/** Revision 配置版本 */
export interface SysRevision extends SystemFields {
  /** Applied 生效时间 */
  changeTime: string
  /** Revision 版本 */
  number: number
  /** Current 当前 */
  isCurrent: boolean
  /** Author 修改人 */
  author: string | null
  /** Confirmed by 确认人 */
  confirmedBy: string | null
  /** Server 服务器 */
  server: string | null
  /** Name 标识 */
  revision: string
}

/** Revision 配置版本: query parameters of a list. */
export interface SysRevisionQuery extends
  SystemQuery<SysRevisionSort>,
  DateFilter<SysRevision, 'changeTime'>,
  IntegerFilter<SysRevision, 'number'>,
  BooleanFilter<SysRevision, 'isCurrent'>,
  TextFilter<SysRevision, 'author' | 'confirmedBy' | 'server' | 'revision'> {}

export type SysRevisionSort = 'changeTime' | 'number' | 'isCurrent' | 'author' | 'confirmedBy' | 'server' | 'revision'

/** Saved search 常用查询 */
export interface SysSearch extends SystemFields {
  /** Name 名称 */
  name: string
  /** Records of 所属数据 */
  ofResource: string | null
  /** Creator 创建人 */
  userId: string | null
  userIdName: string | null
}

/** Saved search 常用查询: query parameters of a list. */
export interface SysSearchQuery extends
  SystemQuery<SysSearchSort>,
  TextFilter<SysSearch, 'name' | 'ofResource'>,
  DictionaryFilter<SysSearch, 'userId'> {}

export type SysSearchSort = 'name' | 'ofResource' | 'userId'

/** Session 登录会话 */
export interface SysSession extends SystemFields {
  /** User 用户 */
  userId: string
  userIdName: string | null
  /** State 状态 */
  sessionState: "active" | "ended"
  /** IP address IP 地址 */
  address: string
  /** Browser or program 浏览器或程序 */
  agent: string | null
  /** OAuth client 应用 */
  client: string
  /** Signed in at 登录时间 */
  startTime: string
  /** Last used 最近使用 */
  seenTime: string | null
  /** Ends at 最迟结束 */
  endTime: string | null
}

/** Session 登录会话: query parameters of a list. */
export interface SysSessionQuery extends
  SystemQuery<SysSessionSort>,
  DictionaryFilter<SysSession, 'userId' | 'sessionState'>,
  TextFilter<SysSession, 'address' | 'agent' | 'client'>,
  DateFilter<SysSession, 'startTime' | 'seenTime' | 'endTime'> {}

export type SysSessionSort = 'userId' | 'sessionState' | 'address' | 'agent' | 'client' | 'startTime' | 'seenTime' | 'endTime'

/** Scheduled task 定时任务 */
export interface SysTask extends SystemFields {
  /** Chinese name 任务名称 */
  taskName: string
  /** Name 英文名称 */
  englishName: string
  /** Code 编号 */
  code: string
  /** State 状态 */
  taskState: "waiting" | "running" | "retrying"
  /** Interval (s) 间隔（秒） */
  intervalSeconds: number | null
  /** Period 周期 */
  period: "day" | "workday" | "week" | "month" | null
  /** At 时间 */
  dailyAt: string | null
  /** Next run 下次执行 */
  nextTime: string
  /** Last run 上次执行 */
  lastTime: string | null
  /** Last result 上次结果 */
  lastResult: "running" | "done" | "failed" | null
  /** Last duration (ms) 上次耗时（毫秒） */
  lastDuration: number | null
  /** Consecutive failures 连续失败次数 */
  failures: number
}

/** Scheduled task 定时任务: query parameters of a list. */
export interface SysTaskQuery extends
  SystemQuery<SysTaskSort>,
  TextFilter<SysTask, 'taskName' | 'englishName' | 'code' | 'dailyAt'>,
  DictionaryFilter<SysTask, 'taskState' | 'period' | 'lastResult'>,
  IntegerFilter<SysTask, 'intervalSeconds' | 'lastDuration' | 'failures'>,
  DateFilter<SysTask, 'nextTime' | 'lastTime'> {}

export type SysTaskSort = 'taskName' | 'englishName' | 'code' | 'taskState' | 'intervalSeconds' | 'period' | 'dailyAt' | 'nextTime' | 'lastTime' | 'lastResult' | 'lastDuration' | 'failures'

/** Task log 任务日志 */
export interface SysTaskLog extends SystemFields {
  /** Task 任务 */
  taskId: string
  taskIdName: string | null
  /** Result 结果 */
  taskResult: "running" | "done" | "failed"
  /** Started 开始时间 */
  startTime: string
  /** Ended 结束时间 */
  endTime: string | null
  /** Duration (ms) 耗时（毫秒） */
  duration: number
  /** Effects 处理条数 */
  effects: number
  /** Error 错误信息 */
  message: string | null
  /** Attempts 尝试次数 */
  attempts: number
  /** Process 进程 */
  server: string
  /** Started by 执行人 */
  userName: string | null
}

/** Task log 任务日志: query parameters of a list. */
export interface SysTaskLogQuery extends
  SystemQuery<SysTaskLogSort>,
  DictionaryFilter<SysTaskLog, 'taskId' | 'taskResult'>,
  DateFilter<SysTaskLog, 'startTime' | 'endTime'>,
  IntegerFilter<SysTaskLog, 'duration' | 'effects' | 'attempts'>,
  TextFilter<SysTaskLog, 'message' | 'server' | 'userName'> {}

export type SysTaskLogSort = 'taskId' | 'taskResult' | 'startTime' | 'endTime' | 'duration' | 'effects' | 'attempts' | 'server' | 'userName'

/** Temporary business 临时企业 */
export interface TempEntInfo extends SystemFields {
  /** Platform 来源平台 */
  platformId: string
  platformIdName: string | null
  /** ID at the platform 平台企业编号 */
  platformEntId: string
  /** Business name 企业名称 */
  name: string
  /** Credit code 统一社会信用代码 */
  creditCode: string | null
  /** Address 经营地址 */
  address: string | null
  /** Contact 联系人 */
  contact: string | null
  /** Contact phone 联系电话 */
  phone: string | null
  /** Cameras at the platform 平台摄像头数 */
  cameraCount: number | null
  /** Registered business 对应企业 */
  entId: string | null
  entIdName: string | null
  /** Binding status 绑定状态 */
  bindStatus: "0" | "1" | null
  /** Synchronised at 同步时间 */
  syncedAt: string | null
  /** In this state since 状态更新于 */
  stateSince: string | null
}

/** Temporary business 临时企业: a new record. */
export interface TempEntInfoSave extends Input<TempEntInfo, 'platformId' | 'platformEntId' | 'name', 'creditCode' | 'address' | 'contact' | 'phone'> {}

/** Temporary business 临时企业: a change. */
export interface TempEntInfoUpdate extends Update<TempEntInfoSave> {}

/** Temporary business 临时企业: query parameters of a list. */
export interface TempEntInfoQuery extends
  SystemQuery<TempEntInfoSort>,
  DictionaryFilter<TempEntInfo, 'platformId' | 'entId' | 'bindStatus'>,
  TextFilter<TempEntInfo, 'platformEntId' | 'name' | 'creditCode' | 'address' | 'contact' | 'phone'>,
  IntegerFilter<TempEntInfo, 'cameraCount'>,
  DateFilter<TempEntInfo, 'syncedAt' | 'stateSince'> {}

export type TempEntInfoSort = 'platformId' | 'platformEntId' | 'name' | 'creditCode' | 'address' | 'contact' | 'phone' | 'cameraCount' | 'entId' | 'bindStatus' | 'syncedAt' | 'stateSince'

/** Bind to a business 绑定企业 */
export interface TempEntInfoBindTempEntInfoInput {
  entId: string
}

/** Synchronise businesses 同步企业 */
export interface TempEntInfoEntSynchroInput {
  platformId: string
}

/** Synchronise businesses 同步企业: result. */
export interface TempEntInfoEntSynchroAnswer {
  added: number | null
  changed: number | null
  faults: string | null
}

/** Synchronise cameras 同步摄像头: result. */
export interface TempEntInfoCameraSynchroAnswer {
  added: number | null
  changed: number | null
  faults: string | null
}

/** Third-party notice 第三方信息通知 */
export interface ThirdInformationNotice extends SystemFields {
  /** Notice no. 通知编号 */
  noticeNo: string | null
  /** Title 通知标题 */
  noticeTitle: string
  /** Notice type 通知类别 */
  noticeType: "1" | "2" | "3" | "4" | "5"
  /** Content 通知内容 */
  content: string
  /** Attachments 附件 */
  attachments: string[] | null
  /** Organisations 接收机构 */
  orgIds: string[] | null
  orgIdsName: string[] | null
  /** Companies 接收公司 */
  companyIds: string[] | null
  companyIdsName: string[] | null
  /** To be done by 要求完成日期 */
  replyBy: string | null
  /** Valid until 有效期至 */
  validUntil: string
  /** Published at 发布时间 */
  publishedAt: string | null
  /** Notice status 通知状态 */
  noticeStatus: "0" | "1" | "2" | "3" | null
  /** Reason for withdrawal 撤回原因 */
  withdrawReason: string | null
  /** In this state since 状态更新于 */
  stateSince: string | null
}

/** Third-party notice 第三方信息通知: a new record. */
export interface ThirdInformationNoticeSave extends Input<ThirdInformationNotice, 'noticeTitle' | 'noticeType' | 'content', 'attachments' | 'orgIds' | 'companyIds' | 'replyBy' | 'validUntil'> {}

/** Third-party notice 第三方信息通知: a change. */
export interface ThirdInformationNoticeUpdate extends Update<ThirdInformationNoticeSave> {}

/** Third-party notice 第三方信息通知: query parameters of a list. */
export interface ThirdInformationNoticeQuery extends
  SystemQuery<ThirdInformationNoticeSort>,
  TextFilter<ThirdInformationNotice, 'noticeNo' | 'noticeTitle' | 'content' | 'withdrawReason'>,
  DictionaryFilter<ThirdInformationNotice, 'noticeType' | 'noticeStatus'>,
  ImageFilter<ThirdInformationNotice, 'attachments'>,
  DictionaryListFilter<ThirdInformationNotice, 'orgIds' | 'companyIds'>,
  DateFilter<ThirdInformationNotice, 'replyBy' | 'validUntil' | 'publishedAt' | 'stateSince'> {}

export type ThirdInformationNoticeSort = 'noticeNo' | 'noticeTitle' | 'noticeType' | 'replyBy' | 'validUntil' | 'publishedAt' | 'noticeStatus' | 'withdrawReason' | 'stateSince'

/** Withdraw 撤回 */
export interface ThirdInformationNoticeWithdrawInput {
  withdrawReason: string
}

/** Pilot exchange 第三方领航对接 */
export interface ThirdPilotage extends SystemFields {
  /** Exchange no. 对接编号 */
  pilotageNo: string | null
  /** Platform 对接平台 */
  platformId: string
  platformIdName: string | null
  /** Business 企业 */
  entId: string
  entIdName: string | null
  /** Object 对接对象 */
  objectType: "1" | "2" | "3"
  /** Camera 摄像头 */
  cameraId: string | null
  cameraIdName: string | null
  /** Notice 通知书 */
  letterId: string | null
  letterIdName: string | null
  /** Operation 对接操作 */
  opFlag: "1" | "2" | "3"
  /** Payload 推送内容 */
  content: {
  [k: string]: unknown
  }
  /** Exchange status 对接状态 */
  pilotageStatus: "0" | "1" | "2" | "3" | "4" | null
  /** Attempts 推送次数 */
  attempts: number | null
  /** Sent at 推送时间 */
  sentAt: string | null
  /** Their ID 对方编号 */
  thirdId: string | null
  /** Answer 返回信息 */
  answer: string | null
  /** In this state since 状态更新于 */
  stateSince: string | null
}

/** Pilot exchange 第三方领航对接: a new record. */
export interface ThirdPilotageSave extends Input<ThirdPilotage, 'platformId' | 'entId' | 'opFlag', 'objectType' | 'cameraId' | 'letterId' | 'content'> {}

/** Pilot exchange 第三方领航对接: a change. */
export interface ThirdPilotageUpdate extends Update<ThirdPilotageSave> {}

/** Pilot exchange 第三方领航对接: query parameters of a list. */
export interface ThirdPilotageQuery extends
  SystemQuery<ThirdPilotageSort>,
  TextFilter<ThirdPilotage, 'pilotageNo' | 'thirdId' | 'answer'>,
  DictionaryFilter<ThirdPilotage, 'platformId' | 'entId' | 'objectType' | 'cameraId' | 'letterId' | 'opFlag' | 'pilotageStatus'>,
  ImageFilter<ThirdPilotage, 'content'>,
  IntegerFilter<ThirdPilotage, 'attempts'>,
  DateFilter<ThirdPilotage, 'sentAt' | 'stateSince'> {}

export type ThirdPilotageSort = 'pilotageNo' | 'platformId' | 'entId' | 'objectType' | 'cameraId' | 'letterId' | 'opFlag' | 'pilotageStatus' | 'attempts' | 'sentAt' | 'thirdId' | 'stateSince'

/** Confirm 对方确认 */
export interface ThirdPilotageConfirmInput extends Input<ThirdPilotage, never, 'answer'> {
  thirdId: string
}

/** Record a failure 登记失败 */
export interface ThirdPilotageFailInput {
  answer: string
}

/** Drop 不再推送 */
export interface ThirdPilotageDropInput {
  answer: string
}

/** Partner platform user 第三方平台用户 */
export interface ThirdPlatformUserInfo extends SystemFields {
  /** Partner application 第三方应用 */
  app: "1" | "2" | "3" | "4" | "5" | "6"
  /** Open ID 用户标识（OpenID） */
  openId: string
  /** Union ID 统一标识（UnionID） */
  unionId: string | null
  /** Nickname 昵称 */
  nickName: string
  /** Real name 真实姓名 */
  realName: string | null
  /** Mobile phone 手机号码 */
  phone: string | null
  /** Employer 所在单位 */
  unitName: string | null
  /** Account 绑定账号 */
  userId: string | null
  userIdName: string | null
  /** Service token 服务令牌 */
  tokenId: string | null
  tokenIdName: string | null
  /** Binding status 绑定状态 */
  bindStatus: "0" | "1" | null
  /** Bound at 绑定时间 */
  boundAt: string | null
  /** Last sign-in 最近登录 */
  lastLoginAt: string | null
  /** Remark 备注 */
  remark: string | null
  /** In this state since 状态更新于 */
  stateSince: string | null
}

/** Partner platform user 第三方平台用户: a new record. */
export interface ThirdPlatformUserInfoSave extends Input<ThirdPlatformUserInfo, 'app' | 'openId' | 'nickName', 'unionId' | 'realName' | 'phone' | 'unitName' | 'tokenId' | 'remark'> {}

/** Partner platform user 第三方平台用户: a change. */
export interface ThirdPlatformUserInfoUpdate extends Update<ThirdPlatformUserInfoSave> {}

/** Partner platform user 第三方平台用户: query parameters of a list. */
export interface ThirdPlatformUserInfoQuery extends
  SystemQuery<ThirdPlatformUserInfoSort>,
  DictionaryFilter<ThirdPlatformUserInfo, 'app' | 'userId' | 'tokenId' | 'bindStatus'>,
  TextFilter<ThirdPlatformUserInfo, 'openId' | 'unionId' | 'nickName' | 'realName' | 'phone' | 'unitName' | 'remark'>,
  DateFilter<ThirdPlatformUserInfo, 'boundAt' | 'lastLoginAt' | 'stateSince'> {}

export type ThirdPlatformUserInfoSort = 'app' | 'openId' | 'unionId' | 'nickName' | 'realName' | 'phone' | 'unitName' | 'userId' | 'tokenId' | 'bindStatus' | 'boundAt' | 'lastLoginAt' | 'remark' | 'stateSince'

/** Bind an account 绑定账号 */
export interface ThirdPlatformUserInfoBindUserInput {
  userId: string
}

/** Capture record 违规抓拍 */
export interface WitCaptureRecord extends SystemFields {
  /** Business 企业 */
  entId: string
  entIdName: string | null
  /** Pictures 图片 */
  pictures: string[] | null
  /** Remark 备注 */
  remark: string | null
  /** Capture no. 抓拍编号 */
  captureNo: string | null
  /** Camera 摄像头 */
  cameraId: string
  cameraIdName: string | null
  /** Rule template 智能规则模板 */
  templateId: string | null
  templateIdName: string | null
  /** Detection rule 识别规则 */
  ruleId: string
  ruleIdName: string | null
  /** Detection 识别类型 */
  modelType: "604" | "605" | "606" | "607" | "608" | "609" | "610" | "611" | "612" | "613" | "614" | "618" | "619" | "626" | "630" | "638" | null
  /** Alert level 预警级别 */
  warningLevel: "1" | "2" | null
  /** Legal basis 依据条款 */
  cite: string | null
  /** Captured at 抓拍时间 */
  shotTime: string
  /** Confidence 置信度 */
  confidence: number | null
  /** Boxes 标注框 */
  boxes: {
  [k: string]: unknown
  }
  /** Zones 检测区域 */
  zones: {
  [k: string]: unknown
  }
  /** Video clip 视频片段 */
  clip: string | null
  /** Event of the device 设备事件标识 */
  eventKey: string | null
  /** Review status 审核状态 */
  captureStatus: "0" | "1" | "2" | null
  /** Reason for dismissal 不通过原因 */
  faultReason: "1" | "2" | "3" | "4" | "5" | null
  /** Review 审核说明 */
  reviewRemark: string | null
  /** Reviewer 审核人 */
  reviewerId: string | null
  reviewerIdName: string | null
  /** Reviewed at 审核时间 */
  reviewedAt: string | null
  /** In this state since 状态更新于 */
  stateSince: string | null
}

/** Capture record 违规抓拍: a new record. */
export interface WitCaptureRecordSave extends Input<WitCaptureRecord, 'entId' | 'cameraId' | 'ruleId', 'pictures' | 'remark' | 'templateId' | 'shotTime' | 'confidence' | 'boxes' | 'zones' | 'clip' | 'eventKey'> {}

/** Capture record 违规抓拍: a change. */
export interface WitCaptureRecordUpdate extends Update<WitCaptureRecordSave> {}

/** Capture record 违规抓拍: query parameters of a list. */
export interface WitCaptureRecordQuery extends
  SystemQuery<WitCaptureRecordSort>,
  DictionaryFilter<WitCaptureRecord, 'entId' | 'cameraId' | 'templateId' | 'ruleId' | 'modelType' | 'warningLevel' | 'captureStatus' | 'faultReason' | 'reviewerId'>,
  ImageFilter<WitCaptureRecord, 'pictures' | 'boxes' | 'zones' | 'clip'>,
  TextFilter<WitCaptureRecord, 'remark' | 'captureNo' | 'cite' | 'eventKey' | 'reviewRemark'>,
  DateFilter<WitCaptureRecord, 'shotTime' | 'reviewedAt' | 'stateSince'>,
  IntegerFilter<WitCaptureRecord, 'confidence'> {}

export type WitCaptureRecordSort = 'entId' | 'captureNo' | 'cameraId' | 'templateId' | 'ruleId' | 'modelType' | 'warningLevel' | 'cite' | 'shotTime' | 'confidence' | 'eventKey' | 'captureStatus' | 'faultReason' | 'reviewerId' | 'reviewedAt' | 'stateSince'

/** Approve 审核通过 */
export interface WitCaptureRecordApprovedInput extends Input<WitCaptureRecord, never, 'reviewRemark'> {}

/** Dismiss 审核不通过 */
export interface WitCaptureRecordAuditFailedInput extends Input<WitCaptureRecord, never, 'reviewRemark'> {
  faultReason: "1" | "2" | "3" | "4" | "5"
}

/** Send a text message 发送短信警示 */
export interface WitCaptureRecordSendMsgInput {
  sendObj: ("owner" | "staff" | "1" | "2" | "3" | "4")[]
  content?: string | null
}

/** List of captures 抓拍明细: input. */
export interface WitCaptureRecordCaptureRecordsInput {
  beginTime?: string | null
  endTime?: string | null
  regionId?: string | null
  businessType?: "KINDSC" | "PRISC" | "MIDSC" | "HIGSC" | "UNVSC" | "HSPT" | "RSTNT" | "HOTEL" | "CORP" | "GOV" | null
}

/** List of captures 抓拍明细: a row. */
export interface WitCaptureRecordCaptureRecordsRow {
  id: string | null
  captureNo: string | null
  entId: string | null
  entIdName: string | null
  cameraId: string | null
  cameraIdName: string | null
  modelType: "604" | "605" | "606" | "607" | "608" | "609" | "610" | "611" | "612" | "613" | "614" | "618" | "619" | "626" | "630" | "638" | null
  warningLevel: "1" | "2" | null
  shotTime: string | null
  captureStatus: "0" | "1" | "2" | null
  reviewedAt: string | null
}

/** Quality of detections 识别质量统计: input. */
export interface WitCaptureRecordCountByModelInput {
  since: string
}

/** Quality of detections 识别质量统计: a row. */
export interface WitCaptureRecordCountByModelRow {
  modelType: "604" | "605" | "606" | "607" | "608" | "609" | "610" | "611" | "612" | "613" | "614" | "618" | "619" | "626" | "630" | "638" | null
  modelTypeName: string | null
  captureStatus: "0" | "1" | "2" | null
  captureStatusName: string | null
  captures: number
}

/** Quality of a camera 单路识别质量: input. */
export interface WitCaptureRecordCountByCameraInput {
  since: string
  cameraId: string
  modelType: "604" | "605" | "606" | "607" | "608" | "609" | "610" | "611" | "612" | "613" | "614" | "618" | "619" | "626" | "630" | "638"
}

/** Quality of a camera 单路识别质量: a row. */
export interface WitCaptureRecordCountByCameraRow {
  captureStatus: "0" | "1" | "2" | null
  captureStatusName: string | null
  captures: number
}

/** Reviewed by me 我已审数: input. */
export interface WitCaptureRecordReviewedByMeInput {
  since: string
}

/** Review of captures 抓拍审核: input. */
export interface WitCaptureRecordReviewInput {
  after?: string | null
  cameraId?: string | null
  modelType?: "604" | "605" | "606" | "607" | "608" | "609" | "610" | "611" | "612" | "613" | "614" | "618" | "619" | "626" | "630" | "638" | null
}

/** Detection model 识别模型 */
export interface WitModel extends SystemFields {
  /** Model code 模型编码 */
  modelCode: string
  /** Model 模型名称 */
  modelName: string
  /** Version 版本 */
  modelVersion: string
  /** Detections 可识别类型 */
  modelTypes: ("604" | "605" | "606" | "607" | "608" | "609" | "610" | "611" | "612" | "613" | "614" | "618" | "619" | "626" | "630" | "638")[]
  /** Runs on 运行位置 */
  place: "1" | "2" | "3"
  /** Provided by 算法提供方 */
  companyId: string | null
  companyIdName: string | null
  /** Service URL 服务地址 */
  endpoint: string | null
  /** Default threshold 默认置信度阈值 */
  threshold: number
  /** Precision in tests 测试准确率 */
  precision: number | null
  /** Tested on 测试日期 */
  testedOn: string | null
  /** Minimum resolution 最低分辨率 */
  minResolution: string | null
  /** Default zones 默认检测区域 */
  zones: {
  [k: string]: unknown
  }
  /** Status 启用状态 */
  modelStatus: "1" | "0" | null
  /** Remark 备注 */
  remark: string | null
}

/** Detection model 识别模型: a new record. */
export interface WitModelSave extends Input<WitModel, 'modelCode' | 'modelName' | 'modelVersion' | 'modelTypes', 'place' | 'companyId' | 'endpoint' | 'threshold' | 'precision' | 'testedOn' | 'minResolution' | 'zones' | 'remark'> {}

/** Detection model 识别模型: a change. */
export interface WitModelUpdate extends Update<WitModelSave> {}

/** Detection model 识别模型: query parameters of a list. */
export interface WitModelQuery extends
  SystemQuery<WitModelSort>,
  TextFilter<WitModel, 'modelCode' | 'modelName' | 'modelVersion' | 'endpoint' | 'minResolution' | 'remark'>,
  DictionaryListFilter<WitModel, 'modelTypes'>,
  DictionaryFilter<WitModel, 'place' | 'companyId' | 'modelStatus'>,
  IntegerFilter<WitModel, 'threshold' | 'precision'>,
  DateFilter<WitModel, 'testedOn'>,
  ImageFilter<WitModel, 'zones'> {}

export type WitModelSort = 'modelCode' | 'modelName' | 'modelVersion' | 'place' | 'companyId' | 'endpoint' | 'threshold' | 'precision' | 'testedOn' | 'minResolution' | 'modelStatus'

/** Change status 变更状态 */
export interface WitModelChangeStatusInput {
  modelStatus?: "1" | "0"
}

/** Detection rule 识别规则 */
export interface WitRule extends SystemFields {
  /** Rule 规则名称 */
  name: string
  /** Rule type 规则类别 */
  ruleType: "1" | "2" | "3" | "4" | "5"
  /** Detection 识别类型 */
  modelType: "604" | "605" | "606" | "607" | "608" | "609" | "610" | "611" | "612" | "613" | "614" | "618" | "619" | "626" | "630" | "638"
  /** Model 识别模型 */
  modelId: string
  modelIdName: string | null
  /** Alert level 预警级别 */
  warningLevel: "1" | "2"
  /** Threshold 置信度阈值 */
  threshold: number
  /** Duration 持续时长 */
  duration: number
  /** Cool-down 冷却时间 */
  coolDown: number
  /** Days 启用日 */
  weekdays: ("1" | "2" | "3" | "4" | "5" | "6" | "7")[]
  /** From 开始时间 */
  beginTime: string | null
  /** To 结束时间 */
  endTime: string | null
  /** Zones 检测区域 */
  zones: {
  [k: string]: unknown
  }
  /** Legal basis 依据条款 */
  cite: string | null
  /** Status 启用状态 */
  ruleStatus: "1" | "0" | null
  /** Remark 备注 */
  remark: string | null
}

/** Detection rule 识别规则: a new record. */
export interface WitRuleSave extends Input<WitRule, 'name' | 'ruleType' | 'modelType' | 'modelId', 'warningLevel' | 'threshold' | 'duration' | 'coolDown' | 'weekdays' | 'beginTime' | 'endTime' | 'zones' | 'cite' | 'remark'> {}

/** Detection rule 识别规则: a change. */
export interface WitRuleUpdate extends Update<WitRuleSave> {}

/** Detection rule 识别规则: query parameters of a list. */
export interface WitRuleQuery extends
  SystemQuery<WitRuleSort>,
  TextFilter<WitRule, 'name' | 'cite' | 'remark'>,
  DictionaryFilter<WitRule, 'ruleType' | 'modelType' | 'modelId' | 'warningLevel' | 'ruleStatus'>,
  IntegerFilter<WitRule, 'threshold' | 'duration' | 'coolDown' | 'beginTime' | 'endTime'>,
  DictionaryListFilter<WitRule, 'weekdays'>,
  ImageFilter<WitRule, 'zones'> {}

export type WitRuleSort = 'name' | 'ruleType' | 'modelType' | 'modelId' | 'warningLevel' | 'threshold' | 'duration' | 'coolDown' | 'beginTime' | 'endTime' | 'cite' | 'ruleStatus'

/** Change status 变更状态 */
export interface WitRuleChangeStatusInput {
  ruleStatus?: "1" | "0"
}

/** Rule template 智能规则模板 */
export interface WitTemplate extends SystemFields {
  /** Template 模板名称 */
  templateName: string
  /** For business types 适用业态 */
  businessTypes: (("KINDSC" | "PRISC" | "MIDSC" | "HIGSC" | "UNVSC" | "HSPT" | "RSTNT" | "HOTEL" | "CORP" | "GOV")[] | null)
  /** Kitchen area 适用区域 */
  kitchenArea: string | null
  /** Rules 识别规则 */
  ruleIds: string[]
  ruleIdsName: string[] | null
  /** From 开始时间 */
  beginTime: string | null
  /** To 结束时间 */
  endTime: string | null
  /** Common threshold 统一置信度阈值 */
  threshold: number | null
  /** Common cool-down 统一冷却时间 */
  coolDown: number | null
  /** Common zones 统一检测区域 */
  zones: {
  [k: string]: unknown
  }
  /** Status 启用状态 */
  templateStatus: "1" | "0" | null
  /** Cameras 摄像头数 */
  cameraCount: number | null
  /** Remark 备注 */
  remark: string | null
}

/** Rule template 智能规则模板: a new record. */
export interface WitTemplateSave extends Input<WitTemplate, 'templateName' | 'ruleIds', 'businessTypes' | 'kitchenArea' | 'beginTime' | 'endTime' | 'threshold' | 'coolDown' | 'zones' | 'remark'> {}

/** Rule template 智能规则模板: a change. */
export interface WitTemplateUpdate extends Update<WitTemplateSave> {}

/** Rule template 智能规则模板: query parameters of a list. */
export interface WitTemplateQuery extends
  SystemQuery<WitTemplateSort>,
  TextFilter<WitTemplate, 'templateName' | 'kitchenArea' | 'remark'>,
  DictionaryListFilter<WitTemplate, 'businessTypes' | 'ruleIds'>,
  IntegerFilter<WitTemplate, 'beginTime' | 'endTime' | 'threshold' | 'coolDown'>,
  ImageFilter<WitTemplate, 'zones'>,
  DictionaryFilter<WitTemplate, 'templateStatus'> {}

export type WitTemplateSort = 'templateName' | 'kitchenArea' | 'beginTime' | 'endTime' | 'threshold' | 'coolDown' | 'templateStatus'

/** Change status 变更状态 */
export interface WitTemplateChangeStatusInput {
  templateStatus?: "1" | "0"
}

/** The handlers that the product must have, by resource and name. */
export interface Actions {
  bladeAttach: {
    upload: { record: null; input: BladeAttachUploadInput }
  }
  entCamera: {
    cameraUrl: { record: EntCamera; input: Record<string, never>; answer: EntCameraGetUrlAnswer; outside: 'before' }
    cameraBackUrl: { record: EntCamera; input: EntCameraGetBackUrlInput; answer: EntCameraGetBackUrlAnswer; outside: 'before' }
    cameraBackVideoUrl: { record: EntCamera; input: EntCameraGetBackVideoUrlInput; answer: EntCameraGetBackVideoUrlAnswer; outside: 'before' }
    cameraSnapshot: { record: EntCamera; input: EntCameraSnapshotInput; answer: EntCameraSnapshotAnswer; outside: 'before' }
    cameraPtz: { record: EntCamera; input: EntCameraPtzInput; outside: 'before' }
    cameraPreset: { record: EntCamera; input: EntCameraPresetInput; outside: 'before' }
  }
  flowDefinition: {
    suspend: { record: FlowDefinition; input: Record<string, never> }
    activate: { record: FlowDefinition; input: Record<string, never> }
    undeploy: { record: FlowDefinition; input: FlowDefinitionUndeployInput }
  }
  flowInstance: {
    end: { record: FlowInstance; input: FlowInstanceEndInput }
  }
  flowModel: {
    deploy: { record: FlowModel; input: FlowModelDeployInput }
  }
  instUserinfo: {
    makeInstaller: { record: InstUserinfo; input: InstUserinfoAdoptInput }
    lockInstaller: { record: InstUserinfo; input: InstUserinfoChangeStatusInput }
  }
  jointAuthUserInfo: {
    revokeToken: { record: JointAuthUserInfo; input: Record<string, never> | JointAuthUserInfoRevokeInput }
  }
  tempEntInfo: {
    entSynchro: { record: null; input: TempEntInfoEntSynchroInput; answer: TempEntInfoEntSynchroAnswer; outside: 'before' }
    cameraSynchro: { record: TempEntInfo; input: Record<string, never>; answer: TempEntInfoCameraSynchroAnswer; outside: 'before' }
  }
  thirdPlatformUserInfo: {
    revokeToken: { record: ThirdPlatformUserInfo; input: Record<string, never> }
  }
}
