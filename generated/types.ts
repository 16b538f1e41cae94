// Generated from the descriptors by `npm run generate`. Do not edit.

/** What every record has beside its own fields. */
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

/** What every list can be asked for. */
export interface SystemQuery {
  /** From 1. */
  current?: number
  /** At most 200. */
  size?: number
  id?: string
  id_equal?: string
  id_notequal?: string
  id_in?: readonly string[]
  id_gt?: string
  id_lt?: string
  createUser?: string
  createUser_equal?: string
  createUser_notequal?: string
  createUser_in?: readonly string[]
  createUser_null?: true
  createUser_notnull?: true
  createDept?: string
  createDept_equal?: string
  createDept_notequal?: string
  createDept_in?: readonly string[]
  createDept_null?: true
  createDept_notnull?: true
  createTime?: string
  createTime_equal?: string
  createTime_dateequal?: string
  createTime_notequal?: string
  createTime_gt?: string
  createTime_dategt?: string
  createTime_ge?: string
  createTime_datege?: string
  createTime_lt?: string
  createTime_datelt?: string
  createTime_le?: string
  createTime_datele?: string
  createTime_in?: readonly string[]
  createTime_null?: true
  createTime_notnull?: true
  updateUser?: string
  updateUser_equal?: string
  updateUser_notequal?: string
  updateUser_in?: readonly string[]
  updateUser_null?: true
  updateUser_notnull?: true
  updateTime?: string
  updateTime_equal?: string
  updateTime_dateequal?: string
  updateTime_notequal?: string
  updateTime_gt?: string
  updateTime_dategt?: string
  updateTime_ge?: string
  updateTime_datege?: string
  updateTime_lt?: string
  updateTime_datelt?: string
  updateTime_le?: string
  updateTime_datele?: string
  updateTime_in?: readonly string[]
  updateTime_null?: true
  updateTime_notnull?: true
  status?: number
  status_equal?: number
  status_notequal?: number
  status_gt?: number
  status_ge?: number
  status_lt?: number
  status_le?: number
  status_in?: readonly number[]
  status_null?: true
  status_notnull?: true
  version?: number
  version_equal?: number
  version_notequal?: number
  version_gt?: number
  version_ge?: number
  version_lt?: number
  version_le?: number
  version_in?: readonly number[]
  version_null?: true
  version_notnull?: true
}

/** OAuth client 应用 */
export interface BladeClient extends SystemFields {
  /** Client ID 应用标识 */
  clientId: string
  /** Grant types 授权类型 */
  authorizedGrantTypes: string
  /** Scope 授权范围 */
  scope: string
  /** Access token lifetime (s) 令牌有效期（秒） */
  accessTokenValidity: number
  /** Refresh token lifetime (s) 刷新令牌有效期（秒） */
  refreshTokenValidity: number
  /** Redirect URI 回调地址 */
  webServerRedirectUri: string | null
  /** Resources 资源集合 */
  resourceIds: string | null
  /** Authorities 权限 */
  authorities: string | null
  /** Auto-approved scopes 自动授权 */
  autoapprove: string | null
}

/** OAuth client 应用: a new one. */
export interface BladeClientSave {
  clientId: string
  clientSecret?: string | null
  authorizedGrantTypes?: string
  scope?: string
  accessTokenValidity?: number
  refreshTokenValidity?: number
  webServerRedirectUri?: string | null
  resourceIds?: string | null
  authorities?: string | null
  autoapprove?: string | null
}

/** OAuth client 应用: what is changed of one. */
export interface BladeClientUpdate {
  id: string
  version?: number
  clientId?: string
  clientSecret?: string | null
  authorizedGrantTypes?: string
  scope?: string
  accessTokenValidity?: number
  refreshTokenValidity?: number
  webServerRedirectUri?: string | null
  resourceIds?: string | null
  authorities?: string | null
  autoapprove?: string | null
}

/** OAuth client 应用: what a list of them can be asked for. */
export interface BladeClientQuery extends SystemQuery {
  ascs?: BladeClientSort | readonly BladeClientSort[]
  descs?: BladeClientSort | readonly BladeClientSort[]
  clientId?: string
  clientId_like?: string
  clientId_equal?: string
  clientId_notequal?: string
  clientId_notlike?: string
  clientId_likeright?: string
  clientId_likeleft?: string
  clientId_in?: readonly string[]
  clientId_null?: true
  clientId_notnull?: true
  authorizedGrantTypes?: string
  authorizedGrantTypes_like?: string
  authorizedGrantTypes_equal?: string
  authorizedGrantTypes_notequal?: string
  authorizedGrantTypes_notlike?: string
  authorizedGrantTypes_likeright?: string
  authorizedGrantTypes_likeleft?: string
  authorizedGrantTypes_in?: readonly string[]
  authorizedGrantTypes_null?: true
  authorizedGrantTypes_notnull?: true
  scope?: string
  scope_like?: string
  scope_equal?: string
  scope_notequal?: string
  scope_notlike?: string
  scope_likeright?: string
  scope_likeleft?: string
  scope_in?: readonly string[]
  scope_null?: true
  scope_notnull?: true
  accessTokenValidity?: number
  accessTokenValidity_equal?: number
  accessTokenValidity_notequal?: number
  accessTokenValidity_gt?: number
  accessTokenValidity_ge?: number
  accessTokenValidity_lt?: number
  accessTokenValidity_le?: number
  accessTokenValidity_in?: readonly number[]
  accessTokenValidity_null?: true
  accessTokenValidity_notnull?: true
  refreshTokenValidity?: number
  refreshTokenValidity_equal?: number
  refreshTokenValidity_notequal?: number
  refreshTokenValidity_gt?: number
  refreshTokenValidity_ge?: number
  refreshTokenValidity_lt?: number
  refreshTokenValidity_le?: number
  refreshTokenValidity_in?: readonly number[]
  refreshTokenValidity_null?: true
  refreshTokenValidity_notnull?: true
  webServerRedirectUri?: string
  webServerRedirectUri_like?: string
  webServerRedirectUri_equal?: string
  webServerRedirectUri_notequal?: string
  webServerRedirectUri_notlike?: string
  webServerRedirectUri_likeright?: string
  webServerRedirectUri_likeleft?: string
  webServerRedirectUri_in?: readonly string[]
  webServerRedirectUri_null?: true
  webServerRedirectUri_notnull?: true
  resourceIds?: string
  resourceIds_like?: string
  resourceIds_equal?: string
  resourceIds_notequal?: string
  resourceIds_notlike?: string
  resourceIds_likeright?: string
  resourceIds_likeleft?: string
  resourceIds_in?: readonly string[]
  resourceIds_null?: true
  resourceIds_notnull?: true
  authorities?: string
  authorities_like?: string
  authorities_equal?: string
  authorities_notequal?: string
  authorities_notlike?: string
  authorities_likeright?: string
  authorities_likeleft?: string
  authorities_in?: readonly string[]
  authorities_null?: true
  authorities_notnull?: true
  autoapprove?: string
  autoapprove_like?: string
  autoapprove_equal?: string
  autoapprove_notequal?: string
  autoapprove_notlike?: string
  autoapprove_likeright?: string
  autoapprove_likeleft?: string
  autoapprove_in?: readonly string[]
  autoapprove_null?: true
  autoapprove_notnull?: true
}

export type BladeClientSort = 'id' | 'createUser' | 'createDept' | 'createTime' | 'updateUser' | 'updateTime' | 'status' | 'version' | 'clientId' | 'authorizedGrantTypes' | 'scope' | 'accessTokenValidity' | 'refreshTokenValidity' | 'webServerRedirectUri' | 'resourceIds' | 'authorities' | 'autoapprove'

/** Setting 参数 */
export interface BladeConfig extends SystemFields {
  /** Setting name 参数名称 */
  paramName: string
  /** Setting key 参数键名 */
  paramKey: string
  /** Value 参数键值 */
  paramValue: string
  /** Remark 备注 */
  remark: string | null
}

/** Setting 参数: a new one. */
export interface BladeConfigSave {
  paramName: string
  paramKey: string
  paramValue: string
  remark?: string | null
}

/** Setting 参数: what is changed of one. */
export interface BladeConfigUpdate {
  id: string
  version?: number
  paramName?: string
  paramKey?: string
  paramValue?: string
  remark?: string | null
}

/** Setting 参数: what a list of them can be asked for. */
export interface BladeConfigQuery extends SystemQuery {
  ascs?: BladeConfigSort | readonly BladeConfigSort[]
  descs?: BladeConfigSort | readonly BladeConfigSort[]
  paramName?: string
  paramName_like?: string
  paramName_equal?: string
  paramName_notequal?: string
  paramName_notlike?: string
  paramName_likeright?: string
  paramName_likeleft?: string
  paramName_in?: readonly string[]
  paramName_null?: true
  paramName_notnull?: true
  paramKey?: string
  paramKey_like?: string
  paramKey_equal?: string
  paramKey_notequal?: string
  paramKey_notlike?: string
  paramKey_likeright?: string
  paramKey_likeleft?: string
  paramKey_in?: readonly string[]
  paramKey_null?: true
  paramKey_notnull?: true
  paramValue?: string
  paramValue_like?: string
  paramValue_equal?: string
  paramValue_notequal?: string
  paramValue_notlike?: string
  paramValue_likeright?: string
  paramValue_likeleft?: string
  paramValue_in?: readonly string[]
  paramValue_null?: true
  paramValue_notnull?: true
  remark?: string
  remark_like?: string
  remark_equal?: string
  remark_notequal?: string
  remark_notlike?: string
  remark_likeright?: string
  remark_likeleft?: string
  remark_in?: readonly string[]
  remark_null?: true
  remark_notnull?: true
}

export type BladeConfigSort = 'id' | 'createUser' | 'createDept' | 'createTime' | 'updateUser' | 'updateTime' | 'status' | 'version' | 'paramName' | 'paramKey' | 'remark'

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
  deptCategory: '1' | '2' | '3'
  /** Sort order 排序 */
  sort: number | null
  /** Remark 备注 */
  remark: string | null
}

/** Department 机构: a new one. */
export interface BladeDeptSave {
  deptName: string
  fullName: string
  parentId?: string | null
  deptCategory?: '1' | '2' | '3'
  sort?: number | null
  remark?: string | null
}

/** Department 机构: what is changed of one. */
export interface BladeDeptUpdate {
  id: string
  version?: number
  deptName?: string
  fullName?: string
  parentId?: string | null
  deptCategory?: '1' | '2' | '3'
  sort?: number | null
  remark?: string | null
}

/** Department 机构: what a list of them can be asked for. */
export interface BladeDeptQuery extends SystemQuery {
  ascs?: BladeDeptSort | readonly BladeDeptSort[]
  descs?: BladeDeptSort | readonly BladeDeptSort[]
  deptName?: string
  deptName_like?: string
  deptName_equal?: string
  deptName_notequal?: string
  deptName_notlike?: string
  deptName_likeright?: string
  deptName_likeleft?: string
  deptName_in?: readonly string[]
  deptName_null?: true
  deptName_notnull?: true
  fullName?: string
  fullName_like?: string
  fullName_equal?: string
  fullName_notequal?: string
  fullName_notlike?: string
  fullName_likeright?: string
  fullName_likeleft?: string
  fullName_in?: readonly string[]
  fullName_null?: true
  fullName_notnull?: true
  parentId?: string
  parentId_equal?: string
  parentId_notequal?: string
  parentId_in?: readonly string[]
  parentId_null?: true
  parentId_notnull?: true
  deptCategory?: '1' | '2' | '3'
  deptCategory_equal?: '1' | '2' | '3'
  deptCategory_notequal?: '1' | '2' | '3'
  deptCategory_in?: readonly ('1' | '2' | '3')[]
  deptCategory_null?: true
  deptCategory_notnull?: true
  sort?: number
  sort_equal?: number
  sort_notequal?: number
  sort_gt?: number
  sort_ge?: number
  sort_lt?: number
  sort_le?: number
  sort_in?: readonly number[]
  sort_null?: true
  sort_notnull?: true
  remark?: string
  remark_like?: string
  remark_equal?: string
  remark_notequal?: string
  remark_notlike?: string
  remark_likeright?: string
  remark_likeleft?: string
  remark_in?: readonly string[]
  remark_null?: true
  remark_notnull?: true
}

export type BladeDeptSort = 'id' | 'createUser' | 'createDept' | 'createTime' | 'updateUser' | 'updateTime' | 'status' | 'version' | 'deptName' | 'fullName' | 'parentId' | 'deptCategory' | 'sort' | 'remark'

/** System dictionary 系统字典 */
export interface BladeDict extends SystemFields {
  /** Dictionary code 字典编号 */
  code: string
  /** Label 字典名称 */
  dictValue: string
  /** Key 字典键值 */
  dictKey: string
  /** Sort order 字典排序 */
  sort: number
  /** Disabled 停用 */
  isSealed: boolean
  /** Remark 字典备注 */
  remark: string | null
  /** Parent entry 上级字典 */
  parentId: string | null
  parentIdName: string | null
}

/** System dictionary 系统字典: a new one. */
export interface BladeDictSave {
  code: string
  dictValue: string
  dictKey?: string
  sort?: number
  isSealed?: boolean
  remark?: string | null
  parentId?: string | null
}

/** System dictionary 系统字典: what is changed of one. */
export interface BladeDictUpdate {
  id: string
  version?: number
  code?: string
  dictValue?: string
  dictKey?: string
  sort?: number
  isSealed?: boolean
  remark?: string | null
  parentId?: string | null
}

/** System dictionary 系统字典: what a list of them can be asked for. */
export interface BladeDictQuery extends SystemQuery {
  ascs?: BladeDictSort | readonly BladeDictSort[]
  descs?: BladeDictSort | readonly BladeDictSort[]
  code?: string
  code_like?: string
  code_equal?: string
  code_notequal?: string
  code_notlike?: string
  code_likeright?: string
  code_likeleft?: string
  code_in?: readonly string[]
  code_null?: true
  code_notnull?: true
  dictValue?: string
  dictValue_like?: string
  dictValue_equal?: string
  dictValue_notequal?: string
  dictValue_notlike?: string
  dictValue_likeright?: string
  dictValue_likeleft?: string
  dictValue_in?: readonly string[]
  dictValue_null?: true
  dictValue_notnull?: true
  dictKey?: string
  dictKey_like?: string
  dictKey_equal?: string
  dictKey_notequal?: string
  dictKey_notlike?: string
  dictKey_likeright?: string
  dictKey_likeleft?: string
  dictKey_in?: readonly string[]
  dictKey_null?: true
  dictKey_notnull?: true
  sort?: number
  sort_equal?: number
  sort_notequal?: number
  sort_gt?: number
  sort_ge?: number
  sort_lt?: number
  sort_le?: number
  sort_in?: readonly number[]
  sort_null?: true
  sort_notnull?: true
  isSealed?: boolean
  isSealed_equal?: boolean
  isSealed_notequal?: boolean
  isSealed_null?: true
  isSealed_notnull?: true
  remark?: string
  remark_like?: string
  remark_equal?: string
  remark_notequal?: string
  remark_notlike?: string
  remark_likeright?: string
  remark_likeleft?: string
  remark_in?: readonly string[]
  remark_null?: true
  remark_notnull?: true
  parentId?: string
  parentId_equal?: string
  parentId_notequal?: string
  parentId_in?: readonly string[]
  parentId_null?: true
  parentId_notnull?: true
}

export type BladeDictSort = 'id' | 'createUser' | 'createDept' | 'createTime' | 'updateUser' | 'updateTime' | 'status' | 'version' | 'code' | 'dictValue' | 'dictKey' | 'sort' | 'isSealed' | 'remark' | 'parentId'

/** Business dictionary 业务字典 */
export interface BladeDictBiz extends SystemFields {
  /** Dictionary code 字典编号 */
  code: string
  /** Label 字典名称 */
  dictValue: string
  /** Key 字典键值 */
  dictKey: string
  /** Sort order 字典排序 */
  sort: number
  /** Disabled 停用 */
  isSealed: boolean
  /** Remark 字典备注 */
  remark: string | null
  /** Parent entry 上级字典 */
  parentId: string | null
  parentIdName: string | null
}

/** Business dictionary 业务字典: a new one. */
export interface BladeDictBizSave {
  code: string
  dictValue: string
  dictKey?: string
  sort?: number
  isSealed?: boolean
  remark?: string | null
  parentId?: string | null
}

/** Business dictionary 业务字典: what is changed of one. */
export interface BladeDictBizUpdate {
  id: string
  version?: number
  code?: string
  dictValue?: string
  dictKey?: string
  sort?: number
  isSealed?: boolean
  remark?: string | null
  parentId?: string | null
}

/** Business dictionary 业务字典: what a list of them can be asked for. */
export interface BladeDictBizQuery extends SystemQuery {
  ascs?: BladeDictBizSort | readonly BladeDictBizSort[]
  descs?: BladeDictBizSort | readonly BladeDictBizSort[]
  code?: string
  code_like?: string
  code_equal?: string
  code_notequal?: string
  code_notlike?: string
  code_likeright?: string
  code_likeleft?: string
  code_in?: readonly string[]
  code_null?: true
  code_notnull?: true
  dictValue?: string
  dictValue_like?: string
  dictValue_equal?: string
  dictValue_notequal?: string
  dictValue_notlike?: string
  dictValue_likeright?: string
  dictValue_likeleft?: string
  dictValue_in?: readonly string[]
  dictValue_null?: true
  dictValue_notnull?: true
  dictKey?: string
  dictKey_like?: string
  dictKey_equal?: string
  dictKey_notequal?: string
  dictKey_notlike?: string
  dictKey_likeright?: string
  dictKey_likeleft?: string
  dictKey_in?: readonly string[]
  dictKey_null?: true
  dictKey_notnull?: true
  sort?: number
  sort_equal?: number
  sort_notequal?: number
  sort_gt?: number
  sort_ge?: number
  sort_lt?: number
  sort_le?: number
  sort_in?: readonly number[]
  sort_null?: true
  sort_notnull?: true
  isSealed?: boolean
  isSealed_equal?: boolean
  isSealed_notequal?: boolean
  isSealed_null?: true
  isSealed_notnull?: true
  remark?: string
  remark_like?: string
  remark_equal?: string
  remark_notequal?: string
  remark_notlike?: string
  remark_likeright?: string
  remark_likeleft?: string
  remark_in?: readonly string[]
  remark_null?: true
  remark_notnull?: true
  parentId?: string
  parentId_equal?: string
  parentId_notequal?: string
  parentId_in?: readonly string[]
  parentId_null?: true
  parentId_notnull?: true
}

export type BladeDictBizSort = 'id' | 'createUser' | 'createDept' | 'createTime' | 'updateUser' | 'updateTime' | 'status' | 'version' | 'code' | 'dictValue' | 'dictKey' | 'sort' | 'isSealed' | 'remark' | 'parentId'

/** Menu 菜单 */
export interface BladeMenu extends SystemFields {
  /** Menu name 菜单名称 */
  name: string
  /** Menu code 菜单编号 */
  code: string
  /** Parent menu 上级菜单 */
  parentId: string | null
  parentIdName: string | null
  /** Alias 菜单别名 */
  alias: string | null
  /** Path 路由地址 */
  path: string | null
  /** Icon 菜单图标 */
  source: string | null
  /** Type 菜单类型 */
  category: '1' | '2'
  /** Button position 按钮功能 */
  action: '0' | '1' | '2' | '3' | null
  /** New window 新窗口 */
  isOpen: boolean | null
  /** Sort order 排序 */
  sort: number | null
  /** Remark 备注 */
  remark: string | null
}

/** Menu 菜单: a new one. */
export interface BladeMenuSave {
  name: string
  code: string
  parentId?: string | null
  alias?: string | null
  path?: string | null
  source?: string | null
  category?: '1' | '2'
  action?: '0' | '1' | '2' | '3' | null
  isOpen?: boolean | null
  sort?: number | null
  remark?: string | null
}

/** Menu 菜单: what is changed of one. */
export interface BladeMenuUpdate {
  id: string
  version?: number
  name?: string
  code?: string
  parentId?: string | null
  alias?: string | null
  path?: string | null
  source?: string | null
  category?: '1' | '2'
  action?: '0' | '1' | '2' | '3' | null
  isOpen?: boolean | null
  sort?: number | null
  remark?: string | null
}

/** Menu 菜单: what a list of them can be asked for. */
export interface BladeMenuQuery extends SystemQuery {
  ascs?: BladeMenuSort | readonly BladeMenuSort[]
  descs?: BladeMenuSort | readonly BladeMenuSort[]
  name?: string
  name_like?: string
  name_equal?: string
  name_notequal?: string
  name_notlike?: string
  name_likeright?: string
  name_likeleft?: string
  name_in?: readonly string[]
  name_null?: true
  name_notnull?: true
  code?: string
  code_like?: string
  code_equal?: string
  code_notequal?: string
  code_notlike?: string
  code_likeright?: string
  code_likeleft?: string
  code_in?: readonly string[]
  code_null?: true
  code_notnull?: true
  parentId?: string
  parentId_equal?: string
  parentId_notequal?: string
  parentId_in?: readonly string[]
  parentId_null?: true
  parentId_notnull?: true
  alias?: string
  alias_like?: string
  alias_equal?: string
  alias_notequal?: string
  alias_notlike?: string
  alias_likeright?: string
  alias_likeleft?: string
  alias_in?: readonly string[]
  alias_null?: true
  alias_notnull?: true
  path?: string
  path_like?: string
  path_equal?: string
  path_notequal?: string
  path_notlike?: string
  path_likeright?: string
  path_likeleft?: string
  path_in?: readonly string[]
  path_null?: true
  path_notnull?: true
  source?: string
  source_like?: string
  source_equal?: string
  source_notequal?: string
  source_notlike?: string
  source_likeright?: string
  source_likeleft?: string
  source_in?: readonly string[]
  source_null?: true
  source_notnull?: true
  category?: '1' | '2'
  category_equal?: '1' | '2'
  category_notequal?: '1' | '2'
  category_in?: readonly ('1' | '2')[]
  category_null?: true
  category_notnull?: true
  action?: '0' | '1' | '2' | '3'
  action_equal?: '0' | '1' | '2' | '3'
  action_notequal?: '0' | '1' | '2' | '3'
  action_in?: readonly ('0' | '1' | '2' | '3')[]
  action_null?: true
  action_notnull?: true
  isOpen?: boolean
  isOpen_equal?: boolean
  isOpen_notequal?: boolean
  isOpen_null?: true
  isOpen_notnull?: true
  sort?: number
  sort_equal?: number
  sort_notequal?: number
  sort_gt?: number
  sort_ge?: number
  sort_lt?: number
  sort_le?: number
  sort_in?: readonly number[]
  sort_null?: true
  sort_notnull?: true
  remark?: string
  remark_like?: string
  remark_equal?: string
  remark_notequal?: string
  remark_notlike?: string
  remark_likeright?: string
  remark_likeleft?: string
  remark_in?: readonly string[]
  remark_null?: true
  remark_notnull?: true
}

export type BladeMenuSort = 'id' | 'createUser' | 'createDept' | 'createTime' | 'updateUser' | 'updateTime' | 'status' | 'version' | 'name' | 'code' | 'parentId' | 'alias' | 'path' | 'source' | 'category' | 'action' | 'isOpen' | 'sort' | 'remark'

/** Position 岗位 */
export interface BladePost extends SystemFields {
  /** Level 岗位类型 */
  category: '1' | '2' | '3' | '4'
  /** Position code 岗位编号 */
  postCode: string
  /** Position name 岗位名称 */
  postName: string
  /** Sort order 排序 */
  sort: number | null
  /** Remark 备注 */
  remark: string | null
}

/** Position 岗位: a new one. */
export interface BladePostSave {
  category: '1' | '2' | '3' | '4'
  postCode: string
  postName: string
  sort?: number | null
  remark?: string | null
}

/** Position 岗位: what is changed of one. */
export interface BladePostUpdate {
  id: string
  version?: number
  category?: '1' | '2' | '3' | '4'
  postCode?: string
  postName?: string
  sort?: number | null
  remark?: string | null
}

/** Position 岗位: what a list of them can be asked for. */
export interface BladePostQuery extends SystemQuery {
  ascs?: BladePostSort | readonly BladePostSort[]
  descs?: BladePostSort | readonly BladePostSort[]
  category?: '1' | '2' | '3' | '4'
  category_equal?: '1' | '2' | '3' | '4'
  category_notequal?: '1' | '2' | '3' | '4'
  category_in?: readonly ('1' | '2' | '3' | '4')[]
  category_null?: true
  category_notnull?: true
  postCode?: string
  postCode_like?: string
  postCode_equal?: string
  postCode_notequal?: string
  postCode_notlike?: string
  postCode_likeright?: string
  postCode_likeleft?: string
  postCode_in?: readonly string[]
  postCode_null?: true
  postCode_notnull?: true
  postName?: string
  postName_like?: string
  postName_equal?: string
  postName_notequal?: string
  postName_notlike?: string
  postName_likeright?: string
  postName_likeleft?: string
  postName_in?: readonly string[]
  postName_null?: true
  postName_notnull?: true
  sort?: number
  sort_equal?: number
  sort_notequal?: number
  sort_gt?: number
  sort_ge?: number
  sort_lt?: number
  sort_le?: number
  sort_in?: readonly number[]
  sort_null?: true
  sort_notnull?: true
  remark?: string
  remark_like?: string
  remark_equal?: string
  remark_notequal?: string
  remark_notlike?: string
  remark_likeright?: string
  remark_likeleft?: string
  remark_in?: readonly string[]
  remark_null?: true
  remark_notnull?: true
}

export type BladePostSort = 'id' | 'createUser' | 'createDept' | 'createTime' | 'updateUser' | 'updateTime' | 'status' | 'version' | 'category' | 'postCode' | 'postName' | 'sort' | 'remark'

/** Role 角色 */
export interface BladeRole extends SystemFields {
  /** Role name 角色名称 */
  roleName: string
  /** Alias 角色别名 */
  roleAlias: string
  /** Parent role 上级角色 */
  parentId: string | null
  parentIdName: string | null
  /** Sort order 排序 */
  sort: number | null
  /** Remark 备注 */
  remark: string | null
}

/** Role 角色: a new one. */
export interface BladeRoleSave {
  roleName: string
  roleAlias: string
  parentId?: string | null
  sort?: number | null
  remark?: string | null
}

/** Role 角色: what is changed of one. */
export interface BladeRoleUpdate {
  id: string
  version?: number
  roleName?: string
  roleAlias?: string
  parentId?: string | null
  sort?: number | null
  remark?: string | null
}

/** Role 角色: what a list of them can be asked for. */
export interface BladeRoleQuery extends SystemQuery {
  ascs?: BladeRoleSort | readonly BladeRoleSort[]
  descs?: BladeRoleSort | readonly BladeRoleSort[]
  roleName?: string
  roleName_like?: string
  roleName_equal?: string
  roleName_notequal?: string
  roleName_notlike?: string
  roleName_likeright?: string
  roleName_likeleft?: string
  roleName_in?: readonly string[]
  roleName_null?: true
  roleName_notnull?: true
  roleAlias?: string
  roleAlias_like?: string
  roleAlias_equal?: string
  roleAlias_notequal?: string
  roleAlias_notlike?: string
  roleAlias_likeright?: string
  roleAlias_likeleft?: string
  roleAlias_in?: readonly string[]
  roleAlias_null?: true
  roleAlias_notnull?: true
  parentId?: string
  parentId_equal?: string
  parentId_notequal?: string
  parentId_in?: readonly string[]
  parentId_null?: true
  parentId_notnull?: true
  sort?: number
  sort_equal?: number
  sort_notequal?: number
  sort_gt?: number
  sort_ge?: number
  sort_lt?: number
  sort_le?: number
  sort_in?: readonly number[]
  sort_null?: true
  sort_notnull?: true
  remark?: string
  remark_like?: string
  remark_equal?: string
  remark_notequal?: string
  remark_notlike?: string
  remark_likeright?: string
  remark_likeleft?: string
  remark_in?: readonly string[]
  remark_null?: true
  remark_notnull?: true
}

export type BladeRoleSort = 'id' | 'createUser' | 'createDept' | 'createTime' | 'updateUser' | 'updateTime' | 'status' | 'version' | 'roleName' | 'roleAlias' | 'parentId' | 'sort' | 'remark'

/** Tenant 租户 */
export interface BladeTenant extends SystemFields {
  /** Tenant ID 租户编号 */
  tenantId: string
  /** Tenant name 租户名称 */
  tenantName: string
  /** Domain 域名 */
  domain: string | null
  /** Sign-in background 登录背景 */
  backgroundUrl: string | null
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
}

/** Tenant 租户: a new one. */
export interface BladeTenantSave {
  tenantId: string
  tenantName: string
  domain?: string | null
  backgroundUrl?: string | null
  linkman?: string | null
  contactNumber?: string | null
  address?: string | null
  accountNumber?: number | null
  expireTime?: string | null
}

/** Tenant 租户: what is changed of one. */
export interface BladeTenantUpdate {
  id: string
  version?: number
  tenantId?: string
  tenantName?: string
  domain?: string | null
  backgroundUrl?: string | null
  linkman?: string | null
  contactNumber?: string | null
  address?: string | null
  accountNumber?: number | null
  expireTime?: string | null
}

/** Tenant 租户: what a list of them can be asked for. */
export interface BladeTenantQuery extends SystemQuery {
  ascs?: BladeTenantSort | readonly BladeTenantSort[]
  descs?: BladeTenantSort | readonly BladeTenantSort[]
  tenantId?: string
  tenantId_like?: string
  tenantId_equal?: string
  tenantId_notequal?: string
  tenantId_notlike?: string
  tenantId_likeright?: string
  tenantId_likeleft?: string
  tenantId_in?: readonly string[]
  tenantId_null?: true
  tenantId_notnull?: true
  tenantName?: string
  tenantName_like?: string
  tenantName_equal?: string
  tenantName_notequal?: string
  tenantName_notlike?: string
  tenantName_likeright?: string
  tenantName_likeleft?: string
  tenantName_in?: readonly string[]
  tenantName_null?: true
  tenantName_notnull?: true
  domain?: string
  domain_like?: string
  domain_equal?: string
  domain_notequal?: string
  domain_notlike?: string
  domain_likeright?: string
  domain_likeleft?: string
  domain_in?: readonly string[]
  domain_null?: true
  domain_notnull?: true
  backgroundUrl?: true
  backgroundUrl_null?: true
  backgroundUrl_notnull?: true
  linkman?: string
  linkman_like?: string
  linkman_equal?: string
  linkman_notequal?: string
  linkman_notlike?: string
  linkman_likeright?: string
  linkman_likeleft?: string
  linkman_in?: readonly string[]
  linkman_null?: true
  linkman_notnull?: true
  contactNumber?: string
  contactNumber_like?: string
  contactNumber_equal?: string
  contactNumber_notequal?: string
  contactNumber_notlike?: string
  contactNumber_likeright?: string
  contactNumber_likeleft?: string
  contactNumber_in?: readonly string[]
  contactNumber_null?: true
  contactNumber_notnull?: true
  address?: string
  address_like?: string
  address_equal?: string
  address_notequal?: string
  address_notlike?: string
  address_likeright?: string
  address_likeleft?: string
  address_in?: readonly string[]
  address_null?: true
  address_notnull?: true
  accountNumber?: number
  accountNumber_equal?: number
  accountNumber_notequal?: number
  accountNumber_gt?: number
  accountNumber_ge?: number
  accountNumber_lt?: number
  accountNumber_le?: number
  accountNumber_in?: readonly number[]
  accountNumber_null?: true
  accountNumber_notnull?: true
  expireTime?: string
  expireTime_equal?: string
  expireTime_dateequal?: string
  expireTime_notequal?: string
  expireTime_gt?: string
  expireTime_dategt?: string
  expireTime_ge?: string
  expireTime_datege?: string
  expireTime_lt?: string
  expireTime_datelt?: string
  expireTime_le?: string
  expireTime_datele?: string
  expireTime_in?: readonly string[]
  expireTime_null?: true
  expireTime_notnull?: true
}

export type BladeTenantSort = 'id' | 'createUser' | 'createDept' | 'createTime' | 'updateUser' | 'updateTime' | 'status' | 'version' | 'tenantId' | 'tenantName' | 'domain' | 'linkman' | 'contactNumber' | 'address' | 'accountNumber' | 'expireTime'

/** User 用户 */
export interface BladeUser extends SystemFields {
  /** User category 用户类别 */
  sourceType: 'ADMIN' | 'CLOUD_ADMIN' | 'MARKET_ORG' | 'CHINA_ORG' | 'SCHOOL_COMPANY' | 'SCHOOL_ORG' | 'MERCHANT' | null
  /** Businesses 所属企业 */
  ownerIds: string[] | null
  ownerIdsName: string[] | null
  /** Region 所属区域 */
  regionId: string | null
  regionIdName: string | null
  /** Account 账号 */
  account: string
  /** Display name 显示名 */
  name: string
  /** Real name 真实姓名 */
  realName: string
  /** User number 用户编号 */
  code: string | null
  /** Client type 登录端 */
  userType: '1' | '2' | '3' | null
  /** Avatar 头像 */
  avatar: string | null
  /** Mobile phone 手机号码 */
  phone: string | null
  /** E-mail 邮箱 */
  email: string | null
  /** Sex 性别 */
  sex: '1' | '2' | '3' | null
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
}

/** User 用户: a new one. */
export interface BladeUserSave {
  sourceType?: 'ADMIN' | 'CLOUD_ADMIN' | 'MARKET_ORG' | 'CHINA_ORG' | 'SCHOOL_COMPANY' | 'SCHOOL_ORG' | 'MERCHANT' | null
  ownerIds?: string[] | null
  regionId?: string | null
  account: string
  password: string
  name: string
  realName: string
  code?: string | null
  userType?: '1' | '2' | '3' | null
  avatar?: string | null
  phone?: string | null
  email?: string | null
  sex?: '1' | '2' | '3' | null
  birthday?: string | null
  roleId: string[]
  deptId: string[]
  postId?: string[] | null
}

/** User 用户: what is changed of one. */
export interface BladeUserUpdate {
  id: string
  version?: number
  sourceType?: 'ADMIN' | 'CLOUD_ADMIN' | 'MARKET_ORG' | 'CHINA_ORG' | 'SCHOOL_COMPANY' | 'SCHOOL_ORG' | 'MERCHANT' | null
  ownerIds?: string[] | null
  regionId?: string | null
  account?: string
  password?: string
  name?: string
  realName?: string
  code?: string | null
  userType?: '1' | '2' | '3' | null
  avatar?: string | null
  phone?: string | null
  email?: string | null
  sex?: '1' | '2' | '3' | null
  birthday?: string | null
  roleId?: string[]
  deptId?: string[]
  postId?: string[] | null
}

/** User 用户: what a list of them can be asked for. */
export interface BladeUserQuery extends SystemQuery {
  ascs?: BladeUserSort | readonly BladeUserSort[]
  descs?: BladeUserSort | readonly BladeUserSort[]
  sourceType?: 'ADMIN' | 'CLOUD_ADMIN' | 'MARKET_ORG' | 'CHINA_ORG' | 'SCHOOL_COMPANY' | 'SCHOOL_ORG' | 'MERCHANT'
  sourceType_equal?: 'ADMIN' | 'CLOUD_ADMIN' | 'MARKET_ORG' | 'CHINA_ORG' | 'SCHOOL_COMPANY' | 'SCHOOL_ORG' | 'MERCHANT'
  sourceType_notequal?: 'ADMIN' | 'CLOUD_ADMIN' | 'MARKET_ORG' | 'CHINA_ORG' | 'SCHOOL_COMPANY' | 'SCHOOL_ORG' | 'MERCHANT'
  sourceType_in?: readonly ('ADMIN' | 'CLOUD_ADMIN' | 'MARKET_ORG' | 'CHINA_ORG' | 'SCHOOL_COMPANY' | 'SCHOOL_ORG' | 'MERCHANT')[]
  sourceType_null?: true
  sourceType_notnull?: true
  ownerIds?: string
  ownerIds_in?: readonly string[]
  ownerIds_null?: true
  ownerIds_notnull?: true
  regionId?: string
  regionId_equal?: string
  regionId_notequal?: string
  regionId_in?: readonly string[]
  regionId_null?: true
  regionId_notnull?: true
  account?: string
  account_like?: string
  account_equal?: string
  account_notequal?: string
  account_notlike?: string
  account_likeright?: string
  account_likeleft?: string
  account_in?: readonly string[]
  account_null?: true
  account_notnull?: true
  name?: string
  name_like?: string
  name_equal?: string
  name_notequal?: string
  name_notlike?: string
  name_likeright?: string
  name_likeleft?: string
  name_in?: readonly string[]
  name_null?: true
  name_notnull?: true
  realName?: string
  realName_like?: string
  realName_equal?: string
  realName_notequal?: string
  realName_notlike?: string
  realName_likeright?: string
  realName_likeleft?: string
  realName_in?: readonly string[]
  realName_null?: true
  realName_notnull?: true
  code?: string
  code_like?: string
  code_equal?: string
  code_notequal?: string
  code_notlike?: string
  code_likeright?: string
  code_likeleft?: string
  code_in?: readonly string[]
  code_null?: true
  code_notnull?: true
  userType?: '1' | '2' | '3'
  userType_equal?: '1' | '2' | '3'
  userType_notequal?: '1' | '2' | '3'
  userType_in?: readonly ('1' | '2' | '3')[]
  userType_null?: true
  userType_notnull?: true
  avatar?: true
  avatar_null?: true
  avatar_notnull?: true
  phone?: string
  phone_like?: string
  phone_equal?: string
  phone_notequal?: string
  phone_notlike?: string
  phone_likeright?: string
  phone_likeleft?: string
  phone_in?: readonly string[]
  phone_null?: true
  phone_notnull?: true
  email?: string
  email_like?: string
  email_equal?: string
  email_notequal?: string
  email_notlike?: string
  email_likeright?: string
  email_likeleft?: string
  email_in?: readonly string[]
  email_null?: true
  email_notnull?: true
  sex?: '1' | '2' | '3'
  sex_equal?: '1' | '2' | '3'
  sex_notequal?: '1' | '2' | '3'
  sex_in?: readonly ('1' | '2' | '3')[]
  sex_null?: true
  sex_notnull?: true
  birthday?: string
  birthday_equal?: string
  birthday_dateequal?: string
  birthday_notequal?: string
  birthday_gt?: string
  birthday_dategt?: string
  birthday_ge?: string
  birthday_datege?: string
  birthday_lt?: string
  birthday_datelt?: string
  birthday_le?: string
  birthday_datele?: string
  birthday_in?: readonly string[]
  birthday_null?: true
  birthday_notnull?: true
  roleId?: string
  roleId_in?: readonly string[]
  roleId_null?: true
  roleId_notnull?: true
  deptId?: string
  deptId_in?: readonly string[]
  deptId_null?: true
  deptId_notnull?: true
  postId?: string
  postId_in?: readonly string[]
  postId_null?: true
  postId_notnull?: true
}

export type BladeUserSort = 'id' | 'createUser' | 'createDept' | 'createTime' | 'updateUser' | 'updateTime' | 'status' | 'version' | 'sourceType' | 'regionId' | 'account' | 'name' | 'realName' | 'code' | 'userType' | 'phone' | 'email' | 'sex' | 'birthday'

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
  /** Temperature 体温 */
  temperature: number
  /** Symptoms 症状 */
  symptoms: ('1' | '2' | '3' | '4' | '5')[] | null
  /** Uniform OK 着装整洁 */
  cleanDress: '0' | '1'
  /** Result 晨检结果 */
  morningResult: '1' | '2' | null
  /** Action taken 处理措施 */
  measure: string | null
}

/** Morning health check 晨检记录: a new one. */
export interface BusinessEntMorningCheckSave {
  entId: string
  pictures?: string[] | null
  remark?: string | null
  personnelId: string
  checkTime?: string
  temperature: number
  symptoms?: ('1' | '2' | '3' | '4' | '5')[] | null
  cleanDress?: '0' | '1'
  measure?: string | null
}

/** Morning health check 晨检记录: what is changed of one. */
export interface BusinessEntMorningCheckUpdate {
  id: string
  version?: number
  entId?: string
  pictures?: string[] | null
  remark?: string | null
  personnelId?: string
  checkTime?: string
  temperature?: number
  symptoms?: ('1' | '2' | '3' | '4' | '5')[] | null
  cleanDress?: '0' | '1'
  measure?: string | null
}

/** Morning health check 晨检记录: what a list of them can be asked for. */
export interface BusinessEntMorningCheckQuery extends SystemQuery {
  ascs?: BusinessEntMorningCheckSort | readonly BusinessEntMorningCheckSort[]
  descs?: BusinessEntMorningCheckSort | readonly BusinessEntMorningCheckSort[]
  entId?: string
  entId_equal?: string
  entId_notequal?: string
  entId_in?: readonly string[]
  entId_null?: true
  entId_notnull?: true
  pictures?: true
  pictures_null?: true
  pictures_notnull?: true
  remark?: string
  remark_like?: string
  remark_equal?: string
  remark_notequal?: string
  remark_notlike?: string
  remark_likeright?: string
  remark_likeleft?: string
  remark_in?: readonly string[]
  remark_null?: true
  remark_notnull?: true
  personnelId?: string
  personnelId_equal?: string
  personnelId_notequal?: string
  personnelId_in?: readonly string[]
  personnelId_null?: true
  personnelId_notnull?: true
  checkTime?: string
  checkTime_equal?: string
  checkTime_dateequal?: string
  checkTime_notequal?: string
  checkTime_gt?: string
  checkTime_dategt?: string
  checkTime_ge?: string
  checkTime_datege?: string
  checkTime_lt?: string
  checkTime_datelt?: string
  checkTime_le?: string
  checkTime_datele?: string
  checkTime_in?: readonly string[]
  checkTime_null?: true
  checkTime_notnull?: true
  temperature?: number
  temperature_equal?: number
  temperature_notequal?: number
  temperature_gt?: number
  temperature_ge?: number
  temperature_lt?: number
  temperature_le?: number
  temperature_in?: readonly number[]
  temperature_null?: true
  temperature_notnull?: true
  symptoms?: '1' | '2' | '3' | '4' | '5'
  symptoms_in?: readonly ('1' | '2' | '3' | '4' | '5')[]
  symptoms_null?: true
  symptoms_notnull?: true
  cleanDress?: '0' | '1'
  cleanDress_equal?: '0' | '1'
  cleanDress_notequal?: '0' | '1'
  cleanDress_in?: readonly ('0' | '1')[]
  cleanDress_null?: true
  cleanDress_notnull?: true
  morningResult?: '1' | '2'
  morningResult_equal?: '1' | '2'
  morningResult_notequal?: '1' | '2'
  morningResult_in?: readonly ('1' | '2')[]
  morningResult_null?: true
  morningResult_notnull?: true
  measure?: string
  measure_like?: string
  measure_equal?: string
  measure_notequal?: string
  measure_notlike?: string
  measure_likeright?: string
  measure_likeleft?: string
  measure_in?: readonly string[]
  measure_null?: true
  measure_notnull?: true
}

export type BusinessEntMorningCheckSort = 'id' | 'createUser' | 'createDept' | 'createTime' | 'updateUser' | 'updateTime' | 'status' | 'version' | 'entId' | 'personnelId' | 'checkTime' | 'temperature' | 'cleanDress' | 'morningResult' | 'measure'

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
  /** Supplier phone 供应商电话 */
  supplierPhone: string | null
  /** Expected delivery 期望送达日期 */
  deliveryDate: string | null
  /** Delivery address 收货地址 */
  deliveryAddress: string | null
  /** Order status 订单状态 */
  orderStatus: '0' | '1' | '2' | '3'
  /** Items 订单明细; read with a single record only. */
  lines?: BusinessEntOrderDetail[]
  /** Freight 运费 */
  freight: number | null
  /** Total 合计 */
  total: number | null
}

/** Purchase order 采购订单: a new one. */
export interface BusinessEntOrderSave {
  entId: string
  pictures?: string[] | null
  remark?: string | null
  orderTime?: string
  supplierName: string
  supplierPhone?: string | null
  deliveryDate?: string | null
  deliveryAddress?: string | null
  orderStatus?: '0' | '1' | '2' | '3'
  lines: BusinessEntOrderDetailAsLine[]
  freight?: number | null
}

/** Purchase order 采购订单: what is changed of one. */
export interface BusinessEntOrderUpdate {
  id: string
  version?: number
  entId?: string
  pictures?: string[] | null
  remark?: string | null
  orderTime?: string
  supplierName?: string
  supplierPhone?: string | null
  deliveryDate?: string | null
  deliveryAddress?: string | null
  orderStatus?: '0' | '1' | '2' | '3'
  lines?: BusinessEntOrderDetailAsLine[]
  freight?: number | null
}

/** Items 订单明细: one line as it is saved. */
export interface BusinessEntOrderDetailAsLine {
  productName: string
  productTypeId: string
  spec?: string | null
  batchNo?: string | null
  productionDate?: string | null
  expiryDate?: string | null
  quantity: number
  unit?: '1' | '3' | '2' | '5' | '6' | '7' | '8' | '9' | '10' | '4' | '11' | '12' | '13' | '14' | '15' | '16' | '17' | '18' | '19' | '20' | '21' | '22' | '23' | '24'
  price: number
  id?: string | null
  version?: number | null
}

/** Purchase order 采购订单: what a list of them can be asked for. */
export interface BusinessEntOrderQuery extends SystemQuery {
  ascs?: BusinessEntOrderSort | readonly BusinessEntOrderSort[]
  descs?: BusinessEntOrderSort | readonly BusinessEntOrderSort[]
  entId?: string
  entId_equal?: string
  entId_notequal?: string
  entId_in?: readonly string[]
  entId_null?: true
  entId_notnull?: true
  pictures?: true
  pictures_null?: true
  pictures_notnull?: true
  remark?: string
  remark_like?: string
  remark_equal?: string
  remark_notequal?: string
  remark_notlike?: string
  remark_likeright?: string
  remark_likeleft?: string
  remark_in?: readonly string[]
  remark_null?: true
  remark_notnull?: true
  orderNo?: string
  orderNo_like?: string
  orderNo_equal?: string
  orderNo_notequal?: string
  orderNo_notlike?: string
  orderNo_likeright?: string
  orderNo_likeleft?: string
  orderNo_in?: readonly string[]
  orderNo_null?: true
  orderNo_notnull?: true
  orderTime?: string
  orderTime_equal?: string
  orderTime_dateequal?: string
  orderTime_notequal?: string
  orderTime_gt?: string
  orderTime_dategt?: string
  orderTime_ge?: string
  orderTime_datege?: string
  orderTime_lt?: string
  orderTime_datelt?: string
  orderTime_le?: string
  orderTime_datele?: string
  orderTime_in?: readonly string[]
  orderTime_null?: true
  orderTime_notnull?: true
  supplierName?: string
  supplierName_like?: string
  supplierName_equal?: string
  supplierName_notequal?: string
  supplierName_notlike?: string
  supplierName_likeright?: string
  supplierName_likeleft?: string
  supplierName_in?: readonly string[]
  supplierName_null?: true
  supplierName_notnull?: true
  supplierPhone?: string
  supplierPhone_like?: string
  supplierPhone_equal?: string
  supplierPhone_notequal?: string
  supplierPhone_notlike?: string
  supplierPhone_likeright?: string
  supplierPhone_likeleft?: string
  supplierPhone_in?: readonly string[]
  supplierPhone_null?: true
  supplierPhone_notnull?: true
  deliveryDate?: string
  deliveryDate_equal?: string
  deliveryDate_dateequal?: string
  deliveryDate_notequal?: string
  deliveryDate_gt?: string
  deliveryDate_dategt?: string
  deliveryDate_ge?: string
  deliveryDate_datege?: string
  deliveryDate_lt?: string
  deliveryDate_datelt?: string
  deliveryDate_le?: string
  deliveryDate_datele?: string
  deliveryDate_in?: readonly string[]
  deliveryDate_null?: true
  deliveryDate_notnull?: true
  deliveryAddress?: string
  deliveryAddress_like?: string
  deliveryAddress_equal?: string
  deliveryAddress_notequal?: string
  deliveryAddress_notlike?: string
  deliveryAddress_likeright?: string
  deliveryAddress_likeleft?: string
  deliveryAddress_in?: readonly string[]
  deliveryAddress_null?: true
  deliveryAddress_notnull?: true
  orderStatus?: '0' | '1' | '2' | '3'
  orderStatus_equal?: '0' | '1' | '2' | '3'
  orderStatus_notequal?: '0' | '1' | '2' | '3'
  orderStatus_in?: readonly ('0' | '1' | '2' | '3')[]
  orderStatus_null?: true
  orderStatus_notnull?: true
  freight?: number
  freight_equal?: number
  freight_notequal?: number
  freight_gt?: number
  freight_ge?: number
  freight_lt?: number
  freight_le?: number
  freight_in?: readonly number[]
  freight_null?: true
  freight_notnull?: true
  total?: number
  total_equal?: number
  total_notequal?: number
  total_gt?: number
  total_ge?: number
  total_lt?: number
  total_le?: number
  total_in?: readonly number[]
  total_null?: true
  total_notnull?: true
}

export type BusinessEntOrderSort = 'id' | 'createUser' | 'createDept' | 'createTime' | 'updateUser' | 'updateTime' | 'status' | 'version' | 'entId' | 'orderNo' | 'orderTime' | 'supplierName' | 'supplierPhone' | 'deliveryDate' | 'deliveryAddress' | 'orderStatus' | 'freight' | 'total'

/** Order item 订单明细 */
export interface BusinessEntOrderDetail extends SystemFields {
  /** Purchase order 采购订单 */
  orderId: string
  orderIdName: string | null
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
  unit: '1' | '3' | '2' | '5' | '6' | '7' | '8' | '9' | '10' | '4' | '11' | '12' | '13' | '14' | '15' | '16' | '17' | '18' | '19' | '20' | '21' | '22' | '23' | '24'
  /** Price 单价 */
  price: number
  /** Amount 金额 */
  amount: number | null
}

/** Order item 订单明细: a new one. */
export interface BusinessEntOrderDetailSave {
  orderId: string
  productName: string
  productTypeId: string
  spec?: string | null
  batchNo?: string | null
  productionDate?: string | null
  expiryDate?: string | null
  quantity: number
  unit?: '1' | '3' | '2' | '5' | '6' | '7' | '8' | '9' | '10' | '4' | '11' | '12' | '13' | '14' | '15' | '16' | '17' | '18' | '19' | '20' | '21' | '22' | '23' | '24'
  price: number
}

/** Order item 订单明细: what is changed of one. */
export interface BusinessEntOrderDetailUpdate {
  id: string
  version?: number
  orderId?: string
  productName?: string
  productTypeId?: string
  spec?: string | null
  batchNo?: string | null
  productionDate?: string | null
  expiryDate?: string | null
  quantity?: number
  unit?: '1' | '3' | '2' | '5' | '6' | '7' | '8' | '9' | '10' | '4' | '11' | '12' | '13' | '14' | '15' | '16' | '17' | '18' | '19' | '20' | '21' | '22' | '23' | '24'
  price?: number
}

/** Order item 订单明细: what a list of them can be asked for. */
export interface BusinessEntOrderDetailQuery extends SystemQuery {
  ascs?: BusinessEntOrderDetailSort | readonly BusinessEntOrderDetailSort[]
  descs?: BusinessEntOrderDetailSort | readonly BusinessEntOrderDetailSort[]
  orderId?: string
  orderId_equal?: string
  orderId_notequal?: string
  orderId_in?: readonly string[]
  orderId_null?: true
  orderId_notnull?: true
  productName?: string
  productName_like?: string
  productName_equal?: string
  productName_notequal?: string
  productName_notlike?: string
  productName_likeright?: string
  productName_likeleft?: string
  productName_in?: readonly string[]
  productName_null?: true
  productName_notnull?: true
  productTypeId?: string
  productTypeId_equal?: string
  productTypeId_notequal?: string
  productTypeId_in?: readonly string[]
  productTypeId_null?: true
  productTypeId_notnull?: true
  spec?: string
  spec_like?: string
  spec_equal?: string
  spec_notequal?: string
  spec_notlike?: string
  spec_likeright?: string
  spec_likeleft?: string
  spec_in?: readonly string[]
  spec_null?: true
  spec_notnull?: true
  batchNo?: string
  batchNo_like?: string
  batchNo_equal?: string
  batchNo_notequal?: string
  batchNo_notlike?: string
  batchNo_likeright?: string
  batchNo_likeleft?: string
  batchNo_in?: readonly string[]
  batchNo_null?: true
  batchNo_notnull?: true
  productionDate?: string
  productionDate_equal?: string
  productionDate_dateequal?: string
  productionDate_notequal?: string
  productionDate_gt?: string
  productionDate_dategt?: string
  productionDate_ge?: string
  productionDate_datege?: string
  productionDate_lt?: string
  productionDate_datelt?: string
  productionDate_le?: string
  productionDate_datele?: string
  productionDate_in?: readonly string[]
  productionDate_null?: true
  productionDate_notnull?: true
  expiryDate?: string
  expiryDate_equal?: string
  expiryDate_dateequal?: string
  expiryDate_notequal?: string
  expiryDate_gt?: string
  expiryDate_dategt?: string
  expiryDate_ge?: string
  expiryDate_datege?: string
  expiryDate_lt?: string
  expiryDate_datelt?: string
  expiryDate_le?: string
  expiryDate_datele?: string
  expiryDate_in?: readonly string[]
  expiryDate_null?: true
  expiryDate_notnull?: true
  quantity?: number
  quantity_equal?: number
  quantity_notequal?: number
  quantity_gt?: number
  quantity_ge?: number
  quantity_lt?: number
  quantity_le?: number
  quantity_in?: readonly number[]
  quantity_null?: true
  quantity_notnull?: true
  unit?: '1' | '3' | '2' | '5' | '6' | '7' | '8' | '9' | '10' | '4' | '11' | '12' | '13' | '14' | '15' | '16' | '17' | '18' | '19' | '20' | '21' | '22' | '23' | '24'
  unit_equal?: '1' | '3' | '2' | '5' | '6' | '7' | '8' | '9' | '10' | '4' | '11' | '12' | '13' | '14' | '15' | '16' | '17' | '18' | '19' | '20' | '21' | '22' | '23' | '24'
  unit_notequal?: '1' | '3' | '2' | '5' | '6' | '7' | '8' | '9' | '10' | '4' | '11' | '12' | '13' | '14' | '15' | '16' | '17' | '18' | '19' | '20' | '21' | '22' | '23' | '24'
  unit_in?: readonly ('1' | '3' | '2' | '5' | '6' | '7' | '8' | '9' | '10' | '4' | '11' | '12' | '13' | '14' | '15' | '16' | '17' | '18' | '19' | '20' | '21' | '22' | '23' | '24')[]
  unit_null?: true
  unit_notnull?: true
  price?: number
  price_equal?: number
  price_notequal?: number
  price_gt?: number
  price_ge?: number
  price_lt?: number
  price_le?: number
  price_in?: readonly number[]
  price_null?: true
  price_notnull?: true
  amount?: number
  amount_equal?: number
  amount_notequal?: number
  amount_gt?: number
  amount_ge?: number
  amount_lt?: number
  amount_le?: number
  amount_in?: readonly number[]
  amount_null?: true
  amount_notnull?: true
}

export type BusinessEntOrderDetailSort = 'id' | 'createUser' | 'createDept' | 'createTime' | 'updateUser' | 'updateTime' | 'status' | 'version' | 'orderId' | 'productName' | 'productTypeId' | 'spec' | 'batchNo' | 'productionDate' | 'expiryDate' | 'quantity' | 'unit' | 'price' | 'amount'

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
  sex: '1' | '2' | '3'
  /** ID card no. 身份证号 */
  idCard: string | null
  /** Mobile phone 手机号码 */
  phone: string
  /** Position 岗位 */
  post: '1' | '2' | '3' | '4' | '5' | '6'
  /** Start date 入职日期 */
  entryDate: string | null
  /** Employed 在职 */
  employed: '0' | '1'
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

/** Employee 从业人员: a new one. */
export interface BusinessEntPersonnelSave {
  entId: string
  pictures?: string[] | null
  remark?: string | null
  name: string
  sex: '1' | '2' | '3'
  idCard?: string | null
  phone: string
  post: '1' | '2' | '3' | '4' | '5' | '6'
  entryDate?: string | null
  employed?: '0' | '1'
  certNo?: string | null
  certIssuer?: string | null
  certBegin?: string | null
  certEnd?: string | null
  certPictures?: string[] | null
}

/** Employee 从业人员: what is changed of one. */
export interface BusinessEntPersonnelUpdate {
  id: string
  version?: number
  entId?: string
  pictures?: string[] | null
  remark?: string | null
  name?: string
  sex?: '1' | '2' | '3'
  idCard?: string | null
  phone?: string
  post?: '1' | '2' | '3' | '4' | '5' | '6'
  entryDate?: string | null
  employed?: '0' | '1'
  certNo?: string | null
  certIssuer?: string | null
  certBegin?: string | null
  certEnd?: string | null
  certPictures?: string[] | null
}

/** Employee 从业人员: what a list of them can be asked for. */
export interface BusinessEntPersonnelQuery extends SystemQuery {
  ascs?: BusinessEntPersonnelSort | readonly BusinessEntPersonnelSort[]
  descs?: BusinessEntPersonnelSort | readonly BusinessEntPersonnelSort[]
  entId?: string
  entId_equal?: string
  entId_notequal?: string
  entId_in?: readonly string[]
  entId_null?: true
  entId_notnull?: true
  pictures?: true
  pictures_null?: true
  pictures_notnull?: true
  remark?: string
  remark_like?: string
  remark_equal?: string
  remark_notequal?: string
  remark_notlike?: string
  remark_likeright?: string
  remark_likeleft?: string
  remark_in?: readonly string[]
  remark_null?: true
  remark_notnull?: true
  name?: string
  name_like?: string
  name_equal?: string
  name_notequal?: string
  name_notlike?: string
  name_likeright?: string
  name_likeleft?: string
  name_in?: readonly string[]
  name_null?: true
  name_notnull?: true
  sex?: '1' | '2' | '3'
  sex_equal?: '1' | '2' | '3'
  sex_notequal?: '1' | '2' | '3'
  sex_in?: readonly ('1' | '2' | '3')[]
  sex_null?: true
  sex_notnull?: true
  idCard?: string
  idCard_like?: string
  idCard_equal?: string
  idCard_notequal?: string
  idCard_notlike?: string
  idCard_likeright?: string
  idCard_likeleft?: string
  idCard_in?: readonly string[]
  idCard_null?: true
  idCard_notnull?: true
  phone?: string
  phone_like?: string
  phone_equal?: string
  phone_notequal?: string
  phone_notlike?: string
  phone_likeright?: string
  phone_likeleft?: string
  phone_in?: readonly string[]
  phone_null?: true
  phone_notnull?: true
  post?: '1' | '2' | '3' | '4' | '5' | '6'
  post_equal?: '1' | '2' | '3' | '4' | '5' | '6'
  post_notequal?: '1' | '2' | '3' | '4' | '5' | '6'
  post_in?: readonly ('1' | '2' | '3' | '4' | '5' | '6')[]
  post_null?: true
  post_notnull?: true
  entryDate?: string
  entryDate_equal?: string
  entryDate_dateequal?: string
  entryDate_notequal?: string
  entryDate_gt?: string
  entryDate_dategt?: string
  entryDate_ge?: string
  entryDate_datege?: string
  entryDate_lt?: string
  entryDate_datelt?: string
  entryDate_le?: string
  entryDate_datele?: string
  entryDate_in?: readonly string[]
  entryDate_null?: true
  entryDate_notnull?: true
  employed?: '0' | '1'
  employed_equal?: '0' | '1'
  employed_notequal?: '0' | '1'
  employed_in?: readonly ('0' | '1')[]
  employed_null?: true
  employed_notnull?: true
  certNo?: string
  certNo_like?: string
  certNo_equal?: string
  certNo_notequal?: string
  certNo_notlike?: string
  certNo_likeright?: string
  certNo_likeleft?: string
  certNo_in?: readonly string[]
  certNo_null?: true
  certNo_notnull?: true
  certIssuer?: string
  certIssuer_like?: string
  certIssuer_equal?: string
  certIssuer_notequal?: string
  certIssuer_notlike?: string
  certIssuer_likeright?: string
  certIssuer_likeleft?: string
  certIssuer_in?: readonly string[]
  certIssuer_null?: true
  certIssuer_notnull?: true
  certBegin?: string
  certBegin_equal?: string
  certBegin_dateequal?: string
  certBegin_notequal?: string
  certBegin_gt?: string
  certBegin_dategt?: string
  certBegin_ge?: string
  certBegin_datege?: string
  certBegin_lt?: string
  certBegin_datelt?: string
  certBegin_le?: string
  certBegin_datele?: string
  certBegin_in?: readonly string[]
  certBegin_null?: true
  certBegin_notnull?: true
  certEnd?: string
  certEnd_equal?: string
  certEnd_dateequal?: string
  certEnd_notequal?: string
  certEnd_gt?: string
  certEnd_dategt?: string
  certEnd_ge?: string
  certEnd_datege?: string
  certEnd_lt?: string
  certEnd_datelt?: string
  certEnd_le?: string
  certEnd_datele?: string
  certEnd_in?: readonly string[]
  certEnd_null?: true
  certEnd_notnull?: true
  certPictures?: true
  certPictures_null?: true
  certPictures_notnull?: true
}

export type BusinessEntPersonnelSort = 'id' | 'createUser' | 'createDept' | 'createTime' | 'updateUser' | 'updateTime' | 'status' | 'version' | 'entId' | 'name' | 'sex' | 'idCard' | 'phone' | 'post' | 'entryDate' | 'employed' | 'certNo' | 'certIssuer' | 'certBegin' | 'certEnd'

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
  meals: '1' | '2' | '3' | '4'
  /** Sampled at 留样时间 */
  sampleTime: string
  /** Weight 留样量 */
  weight: number
  /** Storage temp. 冷藏温度 */
  storage: number | null
  /** Sampled by 留样人 */
  personnelId: string | null
  personnelIdName: string | null
  /** Keep until 保存至 */
  keepUntil: string | null
  /** Sample status 留样状态 */
  sampleStatus: '0' | '1' | null
  /** Disposed at 销毁时间 */
  handledAt: string | null
  /** Disposed by 销毁人 */
  handler: string | null
}

/** Food sample 留样记录: a new one. */
export interface BusinessEntRetentionSampleSave {
  entId: string
  pictures?: string[] | null
  remark?: string | null
  sampleName: string
  meals: '1' | '2' | '3' | '4'
  sampleTime?: string
  weight: number
  storage?: number | null
  personnelId?: string | null
}

/** Food sample 留样记录: what is changed of one. */
export interface BusinessEntRetentionSampleUpdate {
  id: string
  version?: number
  entId?: string
  pictures?: string[] | null
  remark?: string | null
  sampleName?: string
  meals?: '1' | '2' | '3' | '4'
  sampleTime?: string
  weight?: number
  storage?: number | null
  personnelId?: string | null
}

/** Food sample 留样记录: what a list of them can be asked for. */
export interface BusinessEntRetentionSampleQuery extends SystemQuery {
  ascs?: BusinessEntRetentionSampleSort | readonly BusinessEntRetentionSampleSort[]
  descs?: BusinessEntRetentionSampleSort | readonly BusinessEntRetentionSampleSort[]
  entId?: string
  entId_equal?: string
  entId_notequal?: string
  entId_in?: readonly string[]
  entId_null?: true
  entId_notnull?: true
  pictures?: true
  pictures_null?: true
  pictures_notnull?: true
  remark?: string
  remark_like?: string
  remark_equal?: string
  remark_notequal?: string
  remark_notlike?: string
  remark_likeright?: string
  remark_likeleft?: string
  remark_in?: readonly string[]
  remark_null?: true
  remark_notnull?: true
  sampleName?: string
  sampleName_like?: string
  sampleName_equal?: string
  sampleName_notequal?: string
  sampleName_notlike?: string
  sampleName_likeright?: string
  sampleName_likeleft?: string
  sampleName_in?: readonly string[]
  sampleName_null?: true
  sampleName_notnull?: true
  meals?: '1' | '2' | '3' | '4'
  meals_equal?: '1' | '2' | '3' | '4'
  meals_notequal?: '1' | '2' | '3' | '4'
  meals_in?: readonly ('1' | '2' | '3' | '4')[]
  meals_null?: true
  meals_notnull?: true
  sampleTime?: string
  sampleTime_equal?: string
  sampleTime_dateequal?: string
  sampleTime_notequal?: string
  sampleTime_gt?: string
  sampleTime_dategt?: string
  sampleTime_ge?: string
  sampleTime_datege?: string
  sampleTime_lt?: string
  sampleTime_datelt?: string
  sampleTime_le?: string
  sampleTime_datele?: string
  sampleTime_in?: readonly string[]
  sampleTime_null?: true
  sampleTime_notnull?: true
  weight?: number
  weight_equal?: number
  weight_notequal?: number
  weight_gt?: number
  weight_ge?: number
  weight_lt?: number
  weight_le?: number
  weight_in?: readonly number[]
  weight_null?: true
  weight_notnull?: true
  storage?: number
  storage_equal?: number
  storage_notequal?: number
  storage_gt?: number
  storage_ge?: number
  storage_lt?: number
  storage_le?: number
  storage_in?: readonly number[]
  storage_null?: true
  storage_notnull?: true
  personnelId?: string
  personnelId_equal?: string
  personnelId_notequal?: string
  personnelId_in?: readonly string[]
  personnelId_null?: true
  personnelId_notnull?: true
  keepUntil?: string
  keepUntil_equal?: string
  keepUntil_dateequal?: string
  keepUntil_notequal?: string
  keepUntil_gt?: string
  keepUntil_dategt?: string
  keepUntil_ge?: string
  keepUntil_datege?: string
  keepUntil_lt?: string
  keepUntil_datelt?: string
  keepUntil_le?: string
  keepUntil_datele?: string
  keepUntil_in?: readonly string[]
  keepUntil_null?: true
  keepUntil_notnull?: true
  sampleStatus?: '0' | '1'
  sampleStatus_equal?: '0' | '1'
  sampleStatus_notequal?: '0' | '1'
  sampleStatus_in?: readonly ('0' | '1')[]
  sampleStatus_null?: true
  sampleStatus_notnull?: true
  handledAt?: string
  handledAt_equal?: string
  handledAt_dateequal?: string
  handledAt_notequal?: string
  handledAt_gt?: string
  handledAt_dategt?: string
  handledAt_ge?: string
  handledAt_datege?: string
  handledAt_lt?: string
  handledAt_datelt?: string
  handledAt_le?: string
  handledAt_datele?: string
  handledAt_in?: readonly string[]
  handledAt_null?: true
  handledAt_notnull?: true
  handler?: string
  handler_like?: string
  handler_equal?: string
  handler_notequal?: string
  handler_notlike?: string
  handler_likeright?: string
  handler_likeleft?: string
  handler_in?: readonly string[]
  handler_null?: true
  handler_notnull?: true
}

export type BusinessEntRetentionSampleSort = 'id' | 'createUser' | 'createDept' | 'createTime' | 'updateUser' | 'updateTime' | 'status' | 'version' | 'entId' | 'sampleName' | 'meals' | 'sampleTime' | 'weight' | 'storage' | 'personnelId' | 'keepUntil' | 'sampleStatus' | 'handledAt' | 'handler'

/** Dispose 销毁 */
export interface BusinessEntRetentionSampleDisposeInput {
  handler: string
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
  /** Shelf life (days) 保质期（天） */
  shelfLife: number | null
  /** Sort order 排序 */
  sort: number | null
  /** Remark 备注 */
  remark: string | null
}

/** Product category 产品分类: a new one. */
export interface BusinessProductTypeSave {
  name: string
  code: string
  parentId?: string | null
  shelfLife?: number | null
  sort?: number | null
  remark?: string | null
}

/** Product category 产品分类: what is changed of one. */
export interface BusinessProductTypeUpdate {
  id: string
  version?: number
  name?: string
  code?: string
  parentId?: string | null
  shelfLife?: number | null
  sort?: number | null
  remark?: string | null
}

/** Product category 产品分类: what a list of them can be asked for. */
export interface BusinessProductTypeQuery extends SystemQuery {
  ascs?: BusinessProductTypeSort | readonly BusinessProductTypeSort[]
  descs?: BusinessProductTypeSort | readonly BusinessProductTypeSort[]
  name?: string
  name_like?: string
  name_equal?: string
  name_notequal?: string
  name_notlike?: string
  name_likeright?: string
  name_likeleft?: string
  name_in?: readonly string[]
  name_null?: true
  name_notnull?: true
  code?: string
  code_like?: string
  code_equal?: string
  code_notequal?: string
  code_notlike?: string
  code_likeright?: string
  code_likeleft?: string
  code_in?: readonly string[]
  code_null?: true
  code_notnull?: true
  parentId?: string
  parentId_equal?: string
  parentId_notequal?: string
  parentId_in?: readonly string[]
  parentId_null?: true
  parentId_notnull?: true
  shelfLife?: number
  shelfLife_equal?: number
  shelfLife_notequal?: number
  shelfLife_gt?: number
  shelfLife_ge?: number
  shelfLife_lt?: number
  shelfLife_le?: number
  shelfLife_in?: readonly number[]
  shelfLife_null?: true
  shelfLife_notnull?: true
  sort?: number
  sort_equal?: number
  sort_notequal?: number
  sort_gt?: number
  sort_ge?: number
  sort_lt?: number
  sort_le?: number
  sort_in?: readonly number[]
  sort_null?: true
  sort_notnull?: true
  remark?: string
  remark_like?: string
  remark_equal?: string
  remark_notequal?: string
  remark_notlike?: string
  remark_likeright?: string
  remark_likeleft?: string
  remark_in?: readonly string[]
  remark_null?: true
  remark_notnull?: true
}

export type BusinessProductTypeSort = 'id' | 'createUser' | 'createDept' | 'createTime' | 'updateUser' | 'updateTime' | 'status' | 'version' | 'name' | 'code' | 'parentId' | 'shelfLife' | 'sort' | 'remark'

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
  platform: '1' | '2' | '3' | '4' | '5'
  /** Serial no. 设备序列号 */
  deviceSn: string | null
  /** Device ID 平台设备编号 */
  deviceId: string | null
  /** Channel 通道号 */
  channelNo: number | null
  /** Location 安装位置 */
  position: string
  /** Camera status 在线状态 */
  cameraStatus: '1' | '0'
  /** Installation date 安装日期 */
  installedAt: string | null
  /** HLS address HLS 地址 */
  hls: string | null
  /** FLV address FLV 地址 */
  flv: string | null
}

/** Camera 摄像头: a new one. */
export interface EntCameraSave {
  entId: string
  pictures?: string[] | null
  remark?: string | null
  name: string
  nationCode?: string | null
  platform: '1' | '2' | '3' | '4' | '5'
  deviceSn?: string | null
  deviceId?: string | null
  channelNo?: number | null
  position: string
  cameraStatus?: '1' | '0'
  installedAt?: string | null
  hls?: string | null
  flv?: string | null
}

/** Camera 摄像头: what is changed of one. */
export interface EntCameraUpdate {
  id: string
  version?: number
  entId?: string
  pictures?: string[] | null
  remark?: string | null
  name?: string
  nationCode?: string | null
  platform?: '1' | '2' | '3' | '4' | '5'
  deviceSn?: string | null
  deviceId?: string | null
  channelNo?: number | null
  position?: string
  cameraStatus?: '1' | '0'
  installedAt?: string | null
  hls?: string | null
  flv?: string | null
}

/** Camera 摄像头: what a list of them can be asked for. */
export interface EntCameraQuery extends SystemQuery {
  ascs?: EntCameraSort | readonly EntCameraSort[]
  descs?: EntCameraSort | readonly EntCameraSort[]
  entId?: string
  entId_equal?: string
  entId_notequal?: string
  entId_in?: readonly string[]
  entId_null?: true
  entId_notnull?: true
  pictures?: true
  pictures_null?: true
  pictures_notnull?: true
  remark?: string
  remark_like?: string
  remark_equal?: string
  remark_notequal?: string
  remark_notlike?: string
  remark_likeright?: string
  remark_likeleft?: string
  remark_in?: readonly string[]
  remark_null?: true
  remark_notnull?: true
  name?: string
  name_like?: string
  name_equal?: string
  name_notequal?: string
  name_notlike?: string
  name_likeright?: string
  name_likeleft?: string
  name_in?: readonly string[]
  name_null?: true
  name_notnull?: true
  nationCode?: string
  nationCode_like?: string
  nationCode_equal?: string
  nationCode_notequal?: string
  nationCode_notlike?: string
  nationCode_likeright?: string
  nationCode_likeleft?: string
  nationCode_in?: readonly string[]
  nationCode_null?: true
  nationCode_notnull?: true
  platform?: '1' | '2' | '3' | '4' | '5'
  platform_equal?: '1' | '2' | '3' | '4' | '5'
  platform_notequal?: '1' | '2' | '3' | '4' | '5'
  platform_in?: readonly ('1' | '2' | '3' | '4' | '5')[]
  platform_null?: true
  platform_notnull?: true
  deviceSn?: string
  deviceSn_like?: string
  deviceSn_equal?: string
  deviceSn_notequal?: string
  deviceSn_notlike?: string
  deviceSn_likeright?: string
  deviceSn_likeleft?: string
  deviceSn_in?: readonly string[]
  deviceSn_null?: true
  deviceSn_notnull?: true
  deviceId?: string
  deviceId_like?: string
  deviceId_equal?: string
  deviceId_notequal?: string
  deviceId_notlike?: string
  deviceId_likeright?: string
  deviceId_likeleft?: string
  deviceId_in?: readonly string[]
  deviceId_null?: true
  deviceId_notnull?: true
  channelNo?: number
  channelNo_equal?: number
  channelNo_notequal?: number
  channelNo_gt?: number
  channelNo_ge?: number
  channelNo_lt?: number
  channelNo_le?: number
  channelNo_in?: readonly number[]
  channelNo_null?: true
  channelNo_notnull?: true
  position?: string
  position_like?: string
  position_equal?: string
  position_notequal?: string
  position_notlike?: string
  position_likeright?: string
  position_likeleft?: string
  position_in?: readonly string[]
  position_null?: true
  position_notnull?: true
  cameraStatus?: '1' | '0'
  cameraStatus_equal?: '1' | '0'
  cameraStatus_notequal?: '1' | '0'
  cameraStatus_in?: readonly ('1' | '0')[]
  cameraStatus_null?: true
  cameraStatus_notnull?: true
  installedAt?: string
  installedAt_equal?: string
  installedAt_dateequal?: string
  installedAt_notequal?: string
  installedAt_gt?: string
  installedAt_dategt?: string
  installedAt_ge?: string
  installedAt_datege?: string
  installedAt_lt?: string
  installedAt_datelt?: string
  installedAt_le?: string
  installedAt_datele?: string
  installedAt_in?: readonly string[]
  installedAt_null?: true
  installedAt_notnull?: true
  hls?: string
  hls_like?: string
  hls_equal?: string
  hls_notequal?: string
  hls_notlike?: string
  hls_likeright?: string
  hls_likeleft?: string
  hls_in?: readonly string[]
  hls_null?: true
  hls_notnull?: true
  flv?: string
  flv_like?: string
  flv_equal?: string
  flv_notequal?: string
  flv_notlike?: string
  flv_likeright?: string
  flv_likeleft?: string
  flv_in?: readonly string[]
  flv_null?: true
  flv_notnull?: true
}

export type EntCameraSort = 'id' | 'createUser' | 'createDept' | 'createTime' | 'updateUser' | 'updateTime' | 'status' | 'version' | 'entId' | 'name' | 'nationCode' | 'platform' | 'deviceSn' | 'deviceId' | 'channelNo' | 'position' | 'cameraStatus' | 'installedAt' | 'hls' | 'flv'

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
  modelType: '604' | '605' | '606' | '607' | '608' | '609' | '610' | '611' | '612' | '613' | '614' | '618' | '619' | '626' | '630' | '638'
  /** Confidence 置信度 */
  confidence: number | null
  /** Area 区域 */
  areaName: string | null
}

/** AI capture 摄像头抓拍: a new one. */
export interface EntCameraScreenshotSave {
  entId: string
  pictures?: string[] | null
  remark?: string | null
  subject: string
  cameraId: string
  shotTime?: string
  modelType: '604' | '605' | '606' | '607' | '608' | '609' | '610' | '611' | '612' | '613' | '614' | '618' | '619' | '626' | '630' | '638'
  confidence?: number | null
  areaName?: string | null
}

/** AI capture 摄像头抓拍: what is changed of one. */
export interface EntCameraScreenshotUpdate {
  id: string
  version?: number
  entId?: string
  pictures?: string[] | null
  remark?: string | null
  subject?: string
  cameraId?: string
  shotTime?: string
  modelType?: '604' | '605' | '606' | '607' | '608' | '609' | '610' | '611' | '612' | '613' | '614' | '618' | '619' | '626' | '630' | '638'
  confidence?: number | null
  areaName?: string | null
}

/** AI capture 摄像头抓拍: what a list of them can be asked for. */
export interface EntCameraScreenshotQuery extends SystemQuery {
  ascs?: EntCameraScreenshotSort | readonly EntCameraScreenshotSort[]
  descs?: EntCameraScreenshotSort | readonly EntCameraScreenshotSort[]
  entId?: string
  entId_equal?: string
  entId_notequal?: string
  entId_in?: readonly string[]
  entId_null?: true
  entId_notnull?: true
  pictures?: true
  pictures_null?: true
  pictures_notnull?: true
  remark?: string
  remark_like?: string
  remark_equal?: string
  remark_notequal?: string
  remark_notlike?: string
  remark_likeright?: string
  remark_likeleft?: string
  remark_in?: readonly string[]
  remark_null?: true
  remark_notnull?: true
  subject?: string
  subject_like?: string
  subject_equal?: string
  subject_notequal?: string
  subject_notlike?: string
  subject_likeright?: string
  subject_likeleft?: string
  subject_in?: readonly string[]
  subject_null?: true
  subject_notnull?: true
  cameraId?: string
  cameraId_equal?: string
  cameraId_notequal?: string
  cameraId_in?: readonly string[]
  cameraId_null?: true
  cameraId_notnull?: true
  shotTime?: string
  shotTime_equal?: string
  shotTime_dateequal?: string
  shotTime_notequal?: string
  shotTime_gt?: string
  shotTime_dategt?: string
  shotTime_ge?: string
  shotTime_datege?: string
  shotTime_lt?: string
  shotTime_datelt?: string
  shotTime_le?: string
  shotTime_datele?: string
  shotTime_in?: readonly string[]
  shotTime_null?: true
  shotTime_notnull?: true
  modelType?: '604' | '605' | '606' | '607' | '608' | '609' | '610' | '611' | '612' | '613' | '614' | '618' | '619' | '626' | '630' | '638'
  modelType_equal?: '604' | '605' | '606' | '607' | '608' | '609' | '610' | '611' | '612' | '613' | '614' | '618' | '619' | '626' | '630' | '638'
  modelType_notequal?: '604' | '605' | '606' | '607' | '608' | '609' | '610' | '611' | '612' | '613' | '614' | '618' | '619' | '626' | '630' | '638'
  modelType_in?: readonly ('604' | '605' | '606' | '607' | '608' | '609' | '610' | '611' | '612' | '613' | '614' | '618' | '619' | '626' | '630' | '638')[]
  modelType_null?: true
  modelType_notnull?: true
  confidence?: number
  confidence_equal?: number
  confidence_notequal?: number
  confidence_gt?: number
  confidence_ge?: number
  confidence_lt?: number
  confidence_le?: number
  confidence_in?: readonly number[]
  confidence_null?: true
  confidence_notnull?: true
  areaName?: string
  areaName_like?: string
  areaName_equal?: string
  areaName_notequal?: string
  areaName_notlike?: string
  areaName_likeright?: string
  areaName_likeleft?: string
  areaName_in?: readonly string[]
  areaName_null?: true
  areaName_notnull?: true
}

export type EntCameraScreenshotSort = 'id' | 'createUser' | 'createDept' | 'createTime' | 'updateUser' | 'updateTime' | 'status' | 'version' | 'entId' | 'subject' | 'cameraId' | 'shotTime' | 'modelType' | 'confidence' | 'areaName'

/** Send a text message 发送短信警示 */
export interface EntCameraScreenshotSendMsgInput {
  phone: string
  content: string
}

/** Business 企业信息 */
export interface EntInfo extends SystemFields {
  /** Business name 企业名称 */
  name: string
  /** Credit code 统一社会信用代码 */
  creditCode: string
  /** Business category 企业类型 */
  typeId: string
  typeIdName: string | null
  /** Business type 经营业态 */
  businessType: 'KINDSC' | 'PRISC' | 'MIDSC' | 'HIGSC' | 'UNVSC' | 'HSPT' | 'RSTNT' | 'HOTEL' | 'CORP' | 'GOV'
  /** Status 主体状态 */
  runType: '1' | '2' | '3' | '4'
  /** Food safety grade 量化等级 */
  creditRating: 'A' | 'B' | 'C' | 'D' | null
  /** Open kitchen 明厨亮灶 */
  brightKitchen: '0' | '1' | null
  /** Region 所属区域 */
  regionId: string
  regionIdName: string | null
  /** Address 经营地址 */
  address: string
  /** Longitude 经度 */
  longitude: number | null
  /** Latitude 纬度 */
  latitude: number | null
  /** Floor area 经营面积 */
  area: number | null
  /** Seats 就餐座位数 */
  seats: number | null
  /** Staff 从业人数 */
  staffCount: number | null
  /** Legal representative 法定代表人（负责人） */
  legalPerson: string | null
  /** Food safety manager 食品安全管理员 */
  manager: string | null
  /** Contact phone 联系电话 */
  phone: string
  /** E-mail 邮箱 */
  email: string | null
  /** Supervisor 监管人员 */
  supervisorId: string | null
  supervisorIdName: string | null
  /** Licence no. 许可证编号 */
  licenceNo: string | null
  /** Issue date 签发日期 */
  licenceBegin: string | null
  /** Valid until 有效期至 */
  licenceEnd: string | null
  /** Issuing authority 发证机关 */
  licenceIssuer: string | null
  /** Licensed activities 经营项目 */
  licenceItems: string | null
  /** Licence photos 许可证照片 */
  licencePictures: string[] | null
  /** Storefront photos 门头照片 */
  pictures: string[] | null
  /** Remark 备注 */
  remark: string | null
}

/** Business 企业信息: a new one. */
export interface EntInfoSave {
  name: string
  creditCode: string
  typeId: string
  businessType: 'KINDSC' | 'PRISC' | 'MIDSC' | 'HIGSC' | 'UNVSC' | 'HSPT' | 'RSTNT' | 'HOTEL' | 'CORP' | 'GOV'
  runType?: '1' | '2' | '3' | '4'
  creditRating?: 'A' | 'B' | 'C' | 'D' | null
  brightKitchen?: '0' | '1' | null
  regionId: string
  address: string
  longitude?: number | null
  latitude?: number | null
  area?: number | null
  seats?: number | null
  staffCount?: number | null
  legalPerson?: string | null
  manager?: string | null
  phone: string
  email?: string | null
  supervisorId?: string | null
  licenceNo?: string | null
  licenceBegin?: string | null
  licenceEnd?: string | null
  licenceIssuer?: string | null
  licenceItems?: string | null
  licencePictures?: string[] | null
  pictures?: string[] | null
  remark?: string | null
}

/** Business 企业信息: what is changed of one. */
export interface EntInfoUpdate {
  id: string
  version?: number
  name?: string
  creditCode?: string
  typeId?: string
  businessType?: 'KINDSC' | 'PRISC' | 'MIDSC' | 'HIGSC' | 'UNVSC' | 'HSPT' | 'RSTNT' | 'HOTEL' | 'CORP' | 'GOV'
  runType?: '1' | '2' | '3' | '4'
  creditRating?: 'A' | 'B' | 'C' | 'D' | null
  brightKitchen?: '0' | '1' | null
  regionId?: string
  address?: string
  longitude?: number | null
  latitude?: number | null
  area?: number | null
  seats?: number | null
  staffCount?: number | null
  legalPerson?: string | null
  manager?: string | null
  phone?: string
  email?: string | null
  supervisorId?: string | null
  licenceNo?: string | null
  licenceBegin?: string | null
  licenceEnd?: string | null
  licenceIssuer?: string | null
  licenceItems?: string | null
  licencePictures?: string[] | null
  pictures?: string[] | null
  remark?: string | null
}

/** Business 企业信息: what a list of them can be asked for. */
export interface EntInfoQuery extends SystemQuery {
  ascs?: EntInfoSort | readonly EntInfoSort[]
  descs?: EntInfoSort | readonly EntInfoSort[]
  name?: string
  name_like?: string
  name_equal?: string
  name_notequal?: string
  name_notlike?: string
  name_likeright?: string
  name_likeleft?: string
  name_in?: readonly string[]
  name_null?: true
  name_notnull?: true
  creditCode?: string
  creditCode_like?: string
  creditCode_equal?: string
  creditCode_notequal?: string
  creditCode_notlike?: string
  creditCode_likeright?: string
  creditCode_likeleft?: string
  creditCode_in?: readonly string[]
  creditCode_null?: true
  creditCode_notnull?: true
  typeId?: string
  typeId_equal?: string
  typeId_notequal?: string
  typeId_in?: readonly string[]
  typeId_null?: true
  typeId_notnull?: true
  businessType?: 'KINDSC' | 'PRISC' | 'MIDSC' | 'HIGSC' | 'UNVSC' | 'HSPT' | 'RSTNT' | 'HOTEL' | 'CORP' | 'GOV'
  businessType_equal?: 'KINDSC' | 'PRISC' | 'MIDSC' | 'HIGSC' | 'UNVSC' | 'HSPT' | 'RSTNT' | 'HOTEL' | 'CORP' | 'GOV'
  businessType_notequal?: 'KINDSC' | 'PRISC' | 'MIDSC' | 'HIGSC' | 'UNVSC' | 'HSPT' | 'RSTNT' | 'HOTEL' | 'CORP' | 'GOV'
  businessType_in?: readonly ('KINDSC' | 'PRISC' | 'MIDSC' | 'HIGSC' | 'UNVSC' | 'HSPT' | 'RSTNT' | 'HOTEL' | 'CORP' | 'GOV')[]
  businessType_null?: true
  businessType_notnull?: true
  runType?: '1' | '2' | '3' | '4'
  runType_equal?: '1' | '2' | '3' | '4'
  runType_notequal?: '1' | '2' | '3' | '4'
  runType_in?: readonly ('1' | '2' | '3' | '4')[]
  runType_null?: true
  runType_notnull?: true
  creditRating?: 'A' | 'B' | 'C' | 'D'
  creditRating_equal?: 'A' | 'B' | 'C' | 'D'
  creditRating_notequal?: 'A' | 'B' | 'C' | 'D'
  creditRating_in?: readonly ('A' | 'B' | 'C' | 'D')[]
  creditRating_null?: true
  creditRating_notnull?: true
  brightKitchen?: '0' | '1'
  brightKitchen_equal?: '0' | '1'
  brightKitchen_notequal?: '0' | '1'
  brightKitchen_in?: readonly ('0' | '1')[]
  brightKitchen_null?: true
  brightKitchen_notnull?: true
  regionId?: string
  regionId_equal?: string
  regionId_notequal?: string
  regionId_in?: readonly string[]
  regionId_null?: true
  regionId_notnull?: true
  address?: string
  address_like?: string
  address_equal?: string
  address_notequal?: string
  address_notlike?: string
  address_likeright?: string
  address_likeleft?: string
  address_in?: readonly string[]
  address_null?: true
  address_notnull?: true
  longitude?: number
  longitude_equal?: number
  longitude_notequal?: number
  longitude_gt?: number
  longitude_ge?: number
  longitude_lt?: number
  longitude_le?: number
  longitude_in?: readonly number[]
  longitude_null?: true
  longitude_notnull?: true
  latitude?: number
  latitude_equal?: number
  latitude_notequal?: number
  latitude_gt?: number
  latitude_ge?: number
  latitude_lt?: number
  latitude_le?: number
  latitude_in?: readonly number[]
  latitude_null?: true
  latitude_notnull?: true
  area?: number
  area_equal?: number
  area_notequal?: number
  area_gt?: number
  area_ge?: number
  area_lt?: number
  area_le?: number
  area_in?: readonly number[]
  area_null?: true
  area_notnull?: true
  seats?: number
  seats_equal?: number
  seats_notequal?: number
  seats_gt?: number
  seats_ge?: number
  seats_lt?: number
  seats_le?: number
  seats_in?: readonly number[]
  seats_null?: true
  seats_notnull?: true
  staffCount?: number
  staffCount_equal?: number
  staffCount_notequal?: number
  staffCount_gt?: number
  staffCount_ge?: number
  staffCount_lt?: number
  staffCount_le?: number
  staffCount_in?: readonly number[]
  staffCount_null?: true
  staffCount_notnull?: true
  legalPerson?: string
  legalPerson_like?: string
  legalPerson_equal?: string
  legalPerson_notequal?: string
  legalPerson_notlike?: string
  legalPerson_likeright?: string
  legalPerson_likeleft?: string
  legalPerson_in?: readonly string[]
  legalPerson_null?: true
  legalPerson_notnull?: true
  manager?: string
  manager_like?: string
  manager_equal?: string
  manager_notequal?: string
  manager_notlike?: string
  manager_likeright?: string
  manager_likeleft?: string
  manager_in?: readonly string[]
  manager_null?: true
  manager_notnull?: true
  phone?: string
  phone_like?: string
  phone_equal?: string
  phone_notequal?: string
  phone_notlike?: string
  phone_likeright?: string
  phone_likeleft?: string
  phone_in?: readonly string[]
  phone_null?: true
  phone_notnull?: true
  email?: string
  email_like?: string
  email_equal?: string
  email_notequal?: string
  email_notlike?: string
  email_likeright?: string
  email_likeleft?: string
  email_in?: readonly string[]
  email_null?: true
  email_notnull?: true
  supervisorId?: string
  supervisorId_equal?: string
  supervisorId_notequal?: string
  supervisorId_in?: readonly string[]
  supervisorId_null?: true
  supervisorId_notnull?: true
  licenceNo?: string
  licenceNo_like?: string
  licenceNo_equal?: string
  licenceNo_notequal?: string
  licenceNo_notlike?: string
  licenceNo_likeright?: string
  licenceNo_likeleft?: string
  licenceNo_in?: readonly string[]
  licenceNo_null?: true
  licenceNo_notnull?: true
  licenceBegin?: string
  licenceBegin_equal?: string
  licenceBegin_dateequal?: string
  licenceBegin_notequal?: string
  licenceBegin_gt?: string
  licenceBegin_dategt?: string
  licenceBegin_ge?: string
  licenceBegin_datege?: string
  licenceBegin_lt?: string
  licenceBegin_datelt?: string
  licenceBegin_le?: string
  licenceBegin_datele?: string
  licenceBegin_in?: readonly string[]
  licenceBegin_null?: true
  licenceBegin_notnull?: true
  licenceEnd?: string
  licenceEnd_equal?: string
  licenceEnd_dateequal?: string
  licenceEnd_notequal?: string
  licenceEnd_gt?: string
  licenceEnd_dategt?: string
  licenceEnd_ge?: string
  licenceEnd_datege?: string
  licenceEnd_lt?: string
  licenceEnd_datelt?: string
  licenceEnd_le?: string
  licenceEnd_datele?: string
  licenceEnd_in?: readonly string[]
  licenceEnd_null?: true
  licenceEnd_notnull?: true
  licenceIssuer?: string
  licenceIssuer_like?: string
  licenceIssuer_equal?: string
  licenceIssuer_notequal?: string
  licenceIssuer_notlike?: string
  licenceIssuer_likeright?: string
  licenceIssuer_likeleft?: string
  licenceIssuer_in?: readonly string[]
  licenceIssuer_null?: true
  licenceIssuer_notnull?: true
  licenceItems?: string
  licenceItems_like?: string
  licenceItems_equal?: string
  licenceItems_notequal?: string
  licenceItems_notlike?: string
  licenceItems_likeright?: string
  licenceItems_likeleft?: string
  licenceItems_in?: readonly string[]
  licenceItems_null?: true
  licenceItems_notnull?: true
  licencePictures?: true
  licencePictures_null?: true
  licencePictures_notnull?: true
  pictures?: true
  pictures_null?: true
  pictures_notnull?: true
  remark?: string
  remark_like?: string
  remark_equal?: string
  remark_notequal?: string
  remark_notlike?: string
  remark_likeright?: string
  remark_likeleft?: string
  remark_in?: readonly string[]
  remark_null?: true
  remark_notnull?: true
}

export type EntInfoSort = 'id' | 'createUser' | 'createDept' | 'createTime' | 'updateUser' | 'updateTime' | 'status' | 'version' | 'name' | 'creditCode' | 'typeId' | 'businessType' | 'runType' | 'creditRating' | 'brightKitchen' | 'regionId' | 'address' | 'longitude' | 'latitude' | 'area' | 'seats' | 'staffCount' | 'legalPerson' | 'manager' | 'phone' | 'email' | 'supervisorId' | 'licenceNo' | 'licenceBegin' | 'licenceEnd' | 'licenceIssuer' | 'licenceItems'

/** Checklist item 检查项目 */
export interface EntInspectItem extends SystemFields {
  /** Item no. 项目编号 */
  itemNo: string
  /** Category 检查类别 */
  section: string
  /** Requirement 检查内容 */
  content: string
  /** Key item 重点项 */
  isKey: '0' | '1'
  /** Points 分值 */
  points: number
  /** Sort order 排序 */
  sort: number | null
  /** Remark 备注 */
  remark: string | null
}

/** Checklist item 检查项目: a new one. */
export interface EntInspectItemSave {
  itemNo: string
  section: string
  content: string
  isKey?: '0' | '1'
  points?: number
  sort?: number | null
  remark?: string | null
}

/** Checklist item 检查项目: what is changed of one. */
export interface EntInspectItemUpdate {
  id: string
  version?: number
  itemNo?: string
  section?: string
  content?: string
  isKey?: '0' | '1'
  points?: number
  sort?: number | null
  remark?: string | null
}

/** Checklist item 检查项目: what a list of them can be asked for. */
export interface EntInspectItemQuery extends SystemQuery {
  ascs?: EntInspectItemSort | readonly EntInspectItemSort[]
  descs?: EntInspectItemSort | readonly EntInspectItemSort[]
  itemNo?: string
  itemNo_like?: string
  itemNo_equal?: string
  itemNo_notequal?: string
  itemNo_notlike?: string
  itemNo_likeright?: string
  itemNo_likeleft?: string
  itemNo_in?: readonly string[]
  itemNo_null?: true
  itemNo_notnull?: true
  section?: string
  section_like?: string
  section_equal?: string
  section_notequal?: string
  section_notlike?: string
  section_likeright?: string
  section_likeleft?: string
  section_in?: readonly string[]
  section_null?: true
  section_notnull?: true
  content?: string
  content_like?: string
  content_equal?: string
  content_notequal?: string
  content_notlike?: string
  content_likeright?: string
  content_likeleft?: string
  content_in?: readonly string[]
  content_null?: true
  content_notnull?: true
  isKey?: '0' | '1'
  isKey_equal?: '0' | '1'
  isKey_notequal?: '0' | '1'
  isKey_in?: readonly ('0' | '1')[]
  isKey_null?: true
  isKey_notnull?: true
  points?: number
  points_equal?: number
  points_notequal?: number
  points_gt?: number
  points_ge?: number
  points_lt?: number
  points_le?: number
  points_in?: readonly number[]
  points_null?: true
  points_notnull?: true
  sort?: number
  sort_equal?: number
  sort_notequal?: number
  sort_gt?: number
  sort_ge?: number
  sort_lt?: number
  sort_le?: number
  sort_in?: readonly number[]
  sort_null?: true
  sort_notnull?: true
  remark?: string
  remark_like?: string
  remark_equal?: string
  remark_notequal?: string
  remark_notlike?: string
  remark_likeright?: string
  remark_likeleft?: string
  remark_in?: readonly string[]
  remark_null?: true
  remark_notnull?: true
}

export type EntInspectItemSort = 'id' | 'createUser' | 'createDept' | 'createTime' | 'updateUser' | 'updateTime' | 'status' | 'version' | 'itemNo' | 'section' | 'content' | 'isKey' | 'points' | 'sort' | 'remark'

/** Item result 检查结果 */
export interface EntInspectItemLog extends SystemFields {
  /** Inspection 检查记录 */
  inspectLogId: string
  inspectLogIdName: string | null
  /** Checklist item 检查项目 */
  itemId: string
  itemIdName: string | null
  /** Result 结果 */
  itemResult: '1' | '2' | '3'
  /** Points 分值 */
  points: number | null
  /** Deduction 扣分 */
  deduction: number | null
  /** Remark 备注 */
  remark: string | null
}

/** Item result 检查结果: a new one. */
export interface EntInspectItemLogSave {
  inspectLogId: string
  itemId: string
  itemResult?: '1' | '2' | '3'
  remark?: string | null
}

/** Item result 检查结果: what is changed of one. */
export interface EntInspectItemLogUpdate {
  id: string
  version?: number
  inspectLogId?: string
  itemId?: string
  itemResult?: '1' | '2' | '3'
  remark?: string | null
}

/** Item result 检查结果: what a list of them can be asked for. */
export interface EntInspectItemLogQuery extends SystemQuery {
  ascs?: EntInspectItemLogSort | readonly EntInspectItemLogSort[]
  descs?: EntInspectItemLogSort | readonly EntInspectItemLogSort[]
  inspectLogId?: string
  inspectLogId_equal?: string
  inspectLogId_notequal?: string
  inspectLogId_in?: readonly string[]
  inspectLogId_null?: true
  inspectLogId_notnull?: true
  itemId?: string
  itemId_equal?: string
  itemId_notequal?: string
  itemId_in?: readonly string[]
  itemId_null?: true
  itemId_notnull?: true
  itemResult?: '1' | '2' | '3'
  itemResult_equal?: '1' | '2' | '3'
  itemResult_notequal?: '1' | '2' | '3'
  itemResult_in?: readonly ('1' | '2' | '3')[]
  itemResult_null?: true
  itemResult_notnull?: true
  points?: number
  points_equal?: number
  points_notequal?: number
  points_gt?: number
  points_ge?: number
  points_lt?: number
  points_le?: number
  points_in?: readonly number[]
  points_null?: true
  points_notnull?: true
  deduction?: number
  deduction_equal?: number
  deduction_notequal?: number
  deduction_gt?: number
  deduction_ge?: number
  deduction_lt?: number
  deduction_le?: number
  deduction_in?: readonly number[]
  deduction_null?: true
  deduction_notnull?: true
  remark?: string
  remark_like?: string
  remark_equal?: string
  remark_notequal?: string
  remark_notlike?: string
  remark_likeright?: string
  remark_likeleft?: string
  remark_in?: readonly string[]
  remark_null?: true
  remark_notnull?: true
}

export type EntInspectItemLogSort = 'id' | 'createUser' | 'createDept' | 'createTime' | 'updateUser' | 'updateTime' | 'status' | 'version' | 'inspectLogId' | 'itemId' | 'itemResult' | 'points' | 'deduction' | 'remark'

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
  inspectType: '1' | '2' | '3' | '4'
  /** Inspection date 检查日期 */
  inspectDate: string
  /** Inspector 检查人员 */
  inspectorId: string | null
  inspectorIdName: string | null
  /** Accompanied by 被检查单位陪同人员 */
  receiver: string | null
  /** Inspection status 检查状态 */
  inspectStatus: '0' | '1' | '2' | '3' | null
  /** Results 检查结果; read with a single record only. */
  items?: EntInspectItemLog[]
  /** Deduction 扣分 */
  deduction: number | null
  /** Score 得分 */
  score: number | null
  /** Result 检查结论 */
  inspectResult: '1' | '2' | '3' | null
  /** Comments 检查意见 */
  opinion: string | null
  /** Correction due 整改期限 */
  rectifyBy: string | null
  /** Action taken 整改情况 */
  rectifyReply: string | null
  /** Correction photos 整改照片 */
  rectifyPictures: string[] | null
}

/** Inspection 检查记录: a new one. */
export interface EntInspectLogSave {
  entId: string
  pictures?: string[] | null
  remark?: string | null
  inspectType?: '1' | '2' | '3' | '4'
  inspectDate?: string
  inspectorId?: string | null
  receiver?: string | null
  items?: EntInspectItemLogAsLine[]
  opinion?: string | null
  rectifyBy?: string | null
}

/** Inspection 检查记录: what is changed of one. */
export interface EntInspectLogUpdate {
  id: string
  version?: number
  entId?: string
  pictures?: string[] | null
  remark?: string | null
  inspectType?: '1' | '2' | '3' | '4'
  inspectDate?: string
  inspectorId?: string | null
  receiver?: string | null
  items?: EntInspectItemLogAsLine[]
  opinion?: string | null
  rectifyBy?: string | null
}

/** Results 检查结果: one line as it is saved. */
export interface EntInspectItemLogAsLine {
  itemId: string
  itemResult?: '1' | '2' | '3'
  remark?: string | null
  id?: string | null
  version?: number | null
}

/** Inspection 检查记录: what a list of them can be asked for. */
export interface EntInspectLogQuery extends SystemQuery {
  ascs?: EntInspectLogSort | readonly EntInspectLogSort[]
  descs?: EntInspectLogSort | readonly EntInspectLogSort[]
  entId?: string
  entId_equal?: string
  entId_notequal?: string
  entId_in?: readonly string[]
  entId_null?: true
  entId_notnull?: true
  pictures?: true
  pictures_null?: true
  pictures_notnull?: true
  remark?: string
  remark_like?: string
  remark_equal?: string
  remark_notequal?: string
  remark_notlike?: string
  remark_likeright?: string
  remark_likeleft?: string
  remark_in?: readonly string[]
  remark_null?: true
  remark_notnull?: true
  inspectNo?: string
  inspectNo_like?: string
  inspectNo_equal?: string
  inspectNo_notequal?: string
  inspectNo_notlike?: string
  inspectNo_likeright?: string
  inspectNo_likeleft?: string
  inspectNo_in?: readonly string[]
  inspectNo_null?: true
  inspectNo_notnull?: true
  inspectType?: '1' | '2' | '3' | '4'
  inspectType_equal?: '1' | '2' | '3' | '4'
  inspectType_notequal?: '1' | '2' | '3' | '4'
  inspectType_in?: readonly ('1' | '2' | '3' | '4')[]
  inspectType_null?: true
  inspectType_notnull?: true
  inspectDate?: string
  inspectDate_equal?: string
  inspectDate_dateequal?: string
  inspectDate_notequal?: string
  inspectDate_gt?: string
  inspectDate_dategt?: string
  inspectDate_ge?: string
  inspectDate_datege?: string
  inspectDate_lt?: string
  inspectDate_datelt?: string
  inspectDate_le?: string
  inspectDate_datele?: string
  inspectDate_in?: readonly string[]
  inspectDate_null?: true
  inspectDate_notnull?: true
  inspectorId?: string
  inspectorId_equal?: string
  inspectorId_notequal?: string
  inspectorId_in?: readonly string[]
  inspectorId_null?: true
  inspectorId_notnull?: true
  receiver?: string
  receiver_like?: string
  receiver_equal?: string
  receiver_notequal?: string
  receiver_notlike?: string
  receiver_likeright?: string
  receiver_likeleft?: string
  receiver_in?: readonly string[]
  receiver_null?: true
  receiver_notnull?: true
  inspectStatus?: '0' | '1' | '2' | '3'
  inspectStatus_equal?: '0' | '1' | '2' | '3'
  inspectStatus_notequal?: '0' | '1' | '2' | '3'
  inspectStatus_in?: readonly ('0' | '1' | '2' | '3')[]
  inspectStatus_null?: true
  inspectStatus_notnull?: true
  deduction?: number
  deduction_equal?: number
  deduction_notequal?: number
  deduction_gt?: number
  deduction_ge?: number
  deduction_lt?: number
  deduction_le?: number
  deduction_in?: readonly number[]
  deduction_null?: true
  deduction_notnull?: true
  score?: number
  score_equal?: number
  score_notequal?: number
  score_gt?: number
  score_ge?: number
  score_lt?: number
  score_le?: number
  score_in?: readonly number[]
  score_null?: true
  score_notnull?: true
  inspectResult?: '1' | '2' | '3'
  inspectResult_equal?: '1' | '2' | '3'
  inspectResult_notequal?: '1' | '2' | '3'
  inspectResult_in?: readonly ('1' | '2' | '3')[]
  inspectResult_null?: true
  inspectResult_notnull?: true
  opinion?: string
  opinion_like?: string
  opinion_equal?: string
  opinion_notequal?: string
  opinion_notlike?: string
  opinion_likeright?: string
  opinion_likeleft?: string
  opinion_in?: readonly string[]
  opinion_null?: true
  opinion_notnull?: true
  rectifyBy?: string
  rectifyBy_equal?: string
  rectifyBy_dateequal?: string
  rectifyBy_notequal?: string
  rectifyBy_gt?: string
  rectifyBy_dategt?: string
  rectifyBy_ge?: string
  rectifyBy_datege?: string
  rectifyBy_lt?: string
  rectifyBy_datelt?: string
  rectifyBy_le?: string
  rectifyBy_datele?: string
  rectifyBy_in?: readonly string[]
  rectifyBy_null?: true
  rectifyBy_notnull?: true
  rectifyReply?: string
  rectifyReply_like?: string
  rectifyReply_equal?: string
  rectifyReply_notequal?: string
  rectifyReply_notlike?: string
  rectifyReply_likeright?: string
  rectifyReply_likeleft?: string
  rectifyReply_in?: readonly string[]
  rectifyReply_null?: true
  rectifyReply_notnull?: true
  rectifyPictures?: true
  rectifyPictures_null?: true
  rectifyPictures_notnull?: true
}

export type EntInspectLogSort = 'id' | 'createUser' | 'createDept' | 'createTime' | 'updateUser' | 'updateTime' | 'status' | 'version' | 'entId' | 'inspectNo' | 'inspectType' | 'inspectDate' | 'inspectorId' | 'receiver' | 'inspectStatus' | 'deduction' | 'score' | 'inspectResult' | 'rectifyBy'

/** Order correction 责令改正 */
export interface EntInspectLogOrderInput {
  rectifyBy?: string | null
}

/** Complete correction 完成整改 */
export interface EntInspectLogRectifyInput {
  reply: string
  pictures?: string[] | null
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
  /** Camera 摄像头 */
  cameraId: string | null
  cameraIdName: string | null
  /** Issue 存在问题 */
  problem: string
  /** Required action 整改要求 */
  measure: string | null
  /** Deadline 整改期限 */
  deadline: string
  /** Notice status 文书状态 */
  letterStatus: '0' | '1' | '5' | '3' | '4' | null
  /** Issued at 下发时间 */
  issuedAt: string | null
  /** Action taken 整改情况 */
  reply: string | null
  /** Correction photos 整改照片 */
  replyPictures: string[] | null
  /** Reason for return 退回原因 */
  returnReason: string | null
  /** Submitted at 提交时间 */
  handledAt: string | null
}

/** Rectification notice 责令改正通知书: a new one. */
export interface EntNoticeLetterSave {
  entId: string
  pictures?: string[] | null
  remark?: string | null
  cameraId?: string | null
  problem: string
  measure?: string | null
  deadline: string
}

/** Rectification notice 责令改正通知书: what is changed of one. */
export interface EntNoticeLetterUpdate {
  id: string
  version?: number
  entId?: string
  pictures?: string[] | null
  remark?: string | null
  cameraId?: string | null
  problem?: string
  measure?: string | null
  deadline?: string
}

/** Rectification notice 责令改正通知书: what a list of them can be asked for. */
export interface EntNoticeLetterQuery extends SystemQuery {
  ascs?: EntNoticeLetterSort | readonly EntNoticeLetterSort[]
  descs?: EntNoticeLetterSort | readonly EntNoticeLetterSort[]
  entId?: string
  entId_equal?: string
  entId_notequal?: string
  entId_in?: readonly string[]
  entId_null?: true
  entId_notnull?: true
  pictures?: true
  pictures_null?: true
  pictures_notnull?: true
  remark?: string
  remark_like?: string
  remark_equal?: string
  remark_notequal?: string
  remark_notlike?: string
  remark_likeright?: string
  remark_likeleft?: string
  remark_in?: readonly string[]
  remark_null?: true
  remark_notnull?: true
  letterNo?: string
  letterNo_like?: string
  letterNo_equal?: string
  letterNo_notequal?: string
  letterNo_notlike?: string
  letterNo_likeright?: string
  letterNo_likeleft?: string
  letterNo_in?: readonly string[]
  letterNo_null?: true
  letterNo_notnull?: true
  cameraId?: string
  cameraId_equal?: string
  cameraId_notequal?: string
  cameraId_in?: readonly string[]
  cameraId_null?: true
  cameraId_notnull?: true
  problem?: string
  problem_like?: string
  problem_equal?: string
  problem_notequal?: string
  problem_notlike?: string
  problem_likeright?: string
  problem_likeleft?: string
  problem_in?: readonly string[]
  problem_null?: true
  problem_notnull?: true
  measure?: string
  measure_like?: string
  measure_equal?: string
  measure_notequal?: string
  measure_notlike?: string
  measure_likeright?: string
  measure_likeleft?: string
  measure_in?: readonly string[]
  measure_null?: true
  measure_notnull?: true
  deadline?: string
  deadline_equal?: string
  deadline_dateequal?: string
  deadline_notequal?: string
  deadline_gt?: string
  deadline_dategt?: string
  deadline_ge?: string
  deadline_datege?: string
  deadline_lt?: string
  deadline_datelt?: string
  deadline_le?: string
  deadline_datele?: string
  deadline_in?: readonly string[]
  deadline_null?: true
  deadline_notnull?: true
  letterStatus?: '0' | '1' | '5' | '3' | '4'
  letterStatus_equal?: '0' | '1' | '5' | '3' | '4'
  letterStatus_notequal?: '0' | '1' | '5' | '3' | '4'
  letterStatus_in?: readonly ('0' | '1' | '5' | '3' | '4')[]
  letterStatus_null?: true
  letterStatus_notnull?: true
  issuedAt?: string
  issuedAt_equal?: string
  issuedAt_dateequal?: string
  issuedAt_notequal?: string
  issuedAt_gt?: string
  issuedAt_dategt?: string
  issuedAt_ge?: string
  issuedAt_datege?: string
  issuedAt_lt?: string
  issuedAt_datelt?: string
  issuedAt_le?: string
  issuedAt_datele?: string
  issuedAt_in?: readonly string[]
  issuedAt_null?: true
  issuedAt_notnull?: true
  reply?: string
  reply_like?: string
  reply_equal?: string
  reply_notequal?: string
  reply_notlike?: string
  reply_likeright?: string
  reply_likeleft?: string
  reply_in?: readonly string[]
  reply_null?: true
  reply_notnull?: true
  replyPictures?: true
  replyPictures_null?: true
  replyPictures_notnull?: true
  returnReason?: string
  returnReason_like?: string
  returnReason_equal?: string
  returnReason_notequal?: string
  returnReason_notlike?: string
  returnReason_likeright?: string
  returnReason_likeleft?: string
  returnReason_in?: readonly string[]
  returnReason_null?: true
  returnReason_notnull?: true
  handledAt?: string
  handledAt_equal?: string
  handledAt_dateequal?: string
  handledAt_notequal?: string
  handledAt_gt?: string
  handledAt_dategt?: string
  handledAt_ge?: string
  handledAt_datege?: string
  handledAt_lt?: string
  handledAt_datelt?: string
  handledAt_le?: string
  handledAt_datele?: string
  handledAt_in?: readonly string[]
  handledAt_null?: true
  handledAt_notnull?: true
}

export type EntNoticeLetterSort = 'id' | 'createUser' | 'createDept' | 'createTime' | 'updateUser' | 'updateTime' | 'status' | 'version' | 'entId' | 'letterNo' | 'cameraId' | 'deadline' | 'letterStatus' | 'issuedAt' | 'handledAt'

/** Submit correction 提交整改 */
export interface EntNoticeLetterHandleInput {
  reply: string
  replyPictures?: string[] | null
}

/** Return 退回整改 */
export interface EntNoticeLetterRejectInput {
  returnReason: string
  deadline: string
}

/** Send a text message 发送短信警示 */
export interface EntNoticeLetterSendMsgInput {
  phone: string
  content: string
}

/** Business category 企业类型 */
export interface EntType extends SystemFields {
  /** Category name 类型名称 */
  name: string
  /** Category code 类型编码 */
  code: string
  /** Parent category 上级类型 */
  parentId: string | null
  parentIdName: string | null
  /** External ID 来源编号 */
  sourceId: string | null
  /** Sort order 排序 */
  sort: number | null
  /** Remark 备注 */
  remark: string | null
}

/** Business category 企业类型: a new one. */
export interface EntTypeSave {
  name: string
  code: string
  parentId?: string | null
  sourceId?: string | null
  sort?: number | null
  remark?: string | null
}

/** Business category 企业类型: what is changed of one. */
export interface EntTypeUpdate {
  id: string
  version?: number
  name?: string
  code?: string
  parentId?: string | null
  sourceId?: string | null
  sort?: number | null
  remark?: string | null
}

/** Business category 企业类型: what a list of them can be asked for. */
export interface EntTypeQuery extends SystemQuery {
  ascs?: EntTypeSort | readonly EntTypeSort[]
  descs?: EntTypeSort | readonly EntTypeSort[]
  name?: string
  name_like?: string
  name_equal?: string
  name_notequal?: string
  name_notlike?: string
  name_likeright?: string
  name_likeleft?: string
  name_in?: readonly string[]
  name_null?: true
  name_notnull?: true
  code?: string
  code_like?: string
  code_equal?: string
  code_notequal?: string
  code_notlike?: string
  code_likeright?: string
  code_likeleft?: string
  code_in?: readonly string[]
  code_null?: true
  code_notnull?: true
  parentId?: string
  parentId_equal?: string
  parentId_notequal?: string
  parentId_in?: readonly string[]
  parentId_null?: true
  parentId_notnull?: true
  sourceId?: string
  sourceId_like?: string
  sourceId_equal?: string
  sourceId_notequal?: string
  sourceId_notlike?: string
  sourceId_likeright?: string
  sourceId_likeleft?: string
  sourceId_in?: readonly string[]
  sourceId_null?: true
  sourceId_notnull?: true
  sort?: number
  sort_equal?: number
  sort_notequal?: number
  sort_gt?: number
  sort_ge?: number
  sort_lt?: number
  sort_le?: number
  sort_in?: readonly number[]
  sort_null?: true
  sort_notnull?: true
  remark?: string
  remark_like?: string
  remark_equal?: string
  remark_notequal?: string
  remark_notlike?: string
  remark_likeright?: string
  remark_likeleft?: string
  remark_in?: readonly string[]
  remark_null?: true
  remark_notnull?: true
}

export type EntTypeSort = 'id' | 'createUser' | 'createDept' | 'createTime' | 'updateUser' | 'updateTime' | 'status' | 'version' | 'name' | 'code' | 'parentId' | 'sourceId' | 'sort' | 'remark'

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
  warningType: '1' | '2' | '3' | '4' | '5' | '6' | '7' | '8'
  /** Alert level 预警级别 */
  warningLevel: '1' | '2'
  /** Subject 预警内容 */
  subject: string
  /** Time 预警时间 */
  warnTime: string
  /** Camera 摄像头 */
  cameraId: string | null
  cameraIdName: string | null
  /** Employee 从业人员 */
  personnelId: string | null
  personnelIdName: string | null
  /** Expiry date 到期日期 */
  expireDate: string | null
  /** Alert status 预警状态 */
  warningStatus: '0' | '1' | null
  /** Action taken 处置情况 */
  result: string | null
  /** Resolved at 处置时间 */
  handledAt: string | null
}

/** Alert 预警记录: a new one. */
export interface EntWarningLogSave {
  entId: string
  pictures?: string[] | null
  remark?: string | null
  warningType: '1' | '2' | '3' | '4' | '5' | '6' | '7' | '8'
  warningLevel?: '1' | '2'
  subject: string
  warnTime?: string
  cameraId?: string | null
  personnelId?: string | null
  expireDate?: string | null
}

/** Alert 预警记录: what is changed of one. */
export interface EntWarningLogUpdate {
  id: string
  version?: number
  entId?: string
  pictures?: string[] | null
  remark?: string | null
  warningType?: '1' | '2' | '3' | '4' | '5' | '6' | '7' | '8'
  warningLevel?: '1' | '2'
  subject?: string
  warnTime?: string
  cameraId?: string | null
  personnelId?: string | null
  expireDate?: string | null
}

/** Alert 预警记录: what a list of them can be asked for. */
export interface EntWarningLogQuery extends SystemQuery {
  ascs?: EntWarningLogSort | readonly EntWarningLogSort[]
  descs?: EntWarningLogSort | readonly EntWarningLogSort[]
  entId?: string
  entId_equal?: string
  entId_notequal?: string
  entId_in?: readonly string[]
  entId_null?: true
  entId_notnull?: true
  pictures?: true
  pictures_null?: true
  pictures_notnull?: true
  remark?: string
  remark_like?: string
  remark_equal?: string
  remark_notequal?: string
  remark_notlike?: string
  remark_likeright?: string
  remark_likeleft?: string
  remark_in?: readonly string[]
  remark_null?: true
  remark_notnull?: true
  warningNo?: string
  warningNo_like?: string
  warningNo_equal?: string
  warningNo_notequal?: string
  warningNo_notlike?: string
  warningNo_likeright?: string
  warningNo_likeleft?: string
  warningNo_in?: readonly string[]
  warningNo_null?: true
  warningNo_notnull?: true
  warningType?: '1' | '2' | '3' | '4' | '5' | '6' | '7' | '8'
  warningType_equal?: '1' | '2' | '3' | '4' | '5' | '6' | '7' | '8'
  warningType_notequal?: '1' | '2' | '3' | '4' | '5' | '6' | '7' | '8'
  warningType_in?: readonly ('1' | '2' | '3' | '4' | '5' | '6' | '7' | '8')[]
  warningType_null?: true
  warningType_notnull?: true
  warningLevel?: '1' | '2'
  warningLevel_equal?: '1' | '2'
  warningLevel_notequal?: '1' | '2'
  warningLevel_in?: readonly ('1' | '2')[]
  warningLevel_null?: true
  warningLevel_notnull?: true
  subject?: string
  subject_like?: string
  subject_equal?: string
  subject_notequal?: string
  subject_notlike?: string
  subject_likeright?: string
  subject_likeleft?: string
  subject_in?: readonly string[]
  subject_null?: true
  subject_notnull?: true
  warnTime?: string
  warnTime_equal?: string
  warnTime_dateequal?: string
  warnTime_notequal?: string
  warnTime_gt?: string
  warnTime_dategt?: string
  warnTime_ge?: string
  warnTime_datege?: string
  warnTime_lt?: string
  warnTime_datelt?: string
  warnTime_le?: string
  warnTime_datele?: string
  warnTime_in?: readonly string[]
  warnTime_null?: true
  warnTime_notnull?: true
  cameraId?: string
  cameraId_equal?: string
  cameraId_notequal?: string
  cameraId_in?: readonly string[]
  cameraId_null?: true
  cameraId_notnull?: true
  personnelId?: string
  personnelId_equal?: string
  personnelId_notequal?: string
  personnelId_in?: readonly string[]
  personnelId_null?: true
  personnelId_notnull?: true
  expireDate?: string
  expireDate_equal?: string
  expireDate_dateequal?: string
  expireDate_notequal?: string
  expireDate_gt?: string
  expireDate_dategt?: string
  expireDate_ge?: string
  expireDate_datege?: string
  expireDate_lt?: string
  expireDate_datelt?: string
  expireDate_le?: string
  expireDate_datele?: string
  expireDate_in?: readonly string[]
  expireDate_null?: true
  expireDate_notnull?: true
  warningStatus?: '0' | '1'
  warningStatus_equal?: '0' | '1'
  warningStatus_notequal?: '0' | '1'
  warningStatus_in?: readonly ('0' | '1')[]
  warningStatus_null?: true
  warningStatus_notnull?: true
  result?: string
  result_like?: string
  result_equal?: string
  result_notequal?: string
  result_notlike?: string
  result_likeright?: string
  result_likeleft?: string
  result_in?: readonly string[]
  result_null?: true
  result_notnull?: true
  handledAt?: string
  handledAt_equal?: string
  handledAt_dateequal?: string
  handledAt_notequal?: string
  handledAt_gt?: string
  handledAt_dategt?: string
  handledAt_ge?: string
  handledAt_datege?: string
  handledAt_lt?: string
  handledAt_datelt?: string
  handledAt_le?: string
  handledAt_datele?: string
  handledAt_in?: readonly string[]
  handledAt_null?: true
  handledAt_notnull?: true
}

export type EntWarningLogSort = 'id' | 'createUser' | 'createDept' | 'createTime' | 'updateUser' | 'updateTime' | 'status' | 'version' | 'entId' | 'warningNo' | 'warningType' | 'warningLevel' | 'subject' | 'warnTime' | 'cameraId' | 'personnelId' | 'expireDate' | 'warningStatus' | 'handledAt'

/** Resolve 处置 */
export interface EntWarningLogHandleInput {
  result: string
}

/** Send a text message 发送短信警示 */
export interface EntWarningLogSendMsgInput {
  phone: string
  content: string
}

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
  stage: '1' | '2' | '3' | '4' | '5'
  /** Public or private 办学性质 */
  nature: '1' | '2'
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
  boarding: '0' | '1'
  /** Remark 备注 */
  remark: string | null
}

/** School 学校信息: a new one. */
export interface SchoolInfoSave {
  name: string
  schoolCode: string
  entId: string
  stage: '1' | '2' | '3' | '4' | '5'
  nature?: '1' | '2'
  regionId: string
  organId?: string | null
  address: string
  principal?: string | null
  phone?: string | null
  students: number
  diners?: number | null
  boarding?: '0' | '1'
  remark?: string | null
}

/** School 学校信息: what is changed of one. */
export interface SchoolInfoUpdate {
  id: string
  version?: number
  name?: string
  schoolCode?: string
  entId?: string
  stage?: '1' | '2' | '3' | '4' | '5'
  nature?: '1' | '2'
  regionId?: string
  organId?: string | null
  address?: string
  principal?: string | null
  phone?: string | null
  students?: number
  diners?: number | null
  boarding?: '0' | '1'
  remark?: string | null
}

/** School 学校信息: what a list of them can be asked for. */
export interface SchoolInfoQuery extends SystemQuery {
  ascs?: SchoolInfoSort | readonly SchoolInfoSort[]
  descs?: SchoolInfoSort | readonly SchoolInfoSort[]
  name?: string
  name_like?: string
  name_equal?: string
  name_notequal?: string
  name_notlike?: string
  name_likeright?: string
  name_likeleft?: string
  name_in?: readonly string[]
  name_null?: true
  name_notnull?: true
  schoolCode?: string
  schoolCode_like?: string
  schoolCode_equal?: string
  schoolCode_notequal?: string
  schoolCode_notlike?: string
  schoolCode_likeright?: string
  schoolCode_likeleft?: string
  schoolCode_in?: readonly string[]
  schoolCode_null?: true
  schoolCode_notnull?: true
  entId?: string
  entId_equal?: string
  entId_notequal?: string
  entId_in?: readonly string[]
  entId_null?: true
  entId_notnull?: true
  stage?: '1' | '2' | '3' | '4' | '5'
  stage_equal?: '1' | '2' | '3' | '4' | '5'
  stage_notequal?: '1' | '2' | '3' | '4' | '5'
  stage_in?: readonly ('1' | '2' | '3' | '4' | '5')[]
  stage_null?: true
  stage_notnull?: true
  nature?: '1' | '2'
  nature_equal?: '1' | '2'
  nature_notequal?: '1' | '2'
  nature_in?: readonly ('1' | '2')[]
  nature_null?: true
  nature_notnull?: true
  regionId?: string
  regionId_equal?: string
  regionId_notequal?: string
  regionId_in?: readonly string[]
  regionId_null?: true
  regionId_notnull?: true
  organId?: string
  organId_equal?: string
  organId_notequal?: string
  organId_in?: readonly string[]
  organId_null?: true
  organId_notnull?: true
  address?: string
  address_like?: string
  address_equal?: string
  address_notequal?: string
  address_notlike?: string
  address_likeright?: string
  address_likeleft?: string
  address_in?: readonly string[]
  address_null?: true
  address_notnull?: true
  principal?: string
  principal_like?: string
  principal_equal?: string
  principal_notequal?: string
  principal_notlike?: string
  principal_likeright?: string
  principal_likeleft?: string
  principal_in?: readonly string[]
  principal_null?: true
  principal_notnull?: true
  phone?: string
  phone_like?: string
  phone_equal?: string
  phone_notequal?: string
  phone_notlike?: string
  phone_likeright?: string
  phone_likeleft?: string
  phone_in?: readonly string[]
  phone_null?: true
  phone_notnull?: true
  students?: number
  students_equal?: number
  students_notequal?: number
  students_gt?: number
  students_ge?: number
  students_lt?: number
  students_le?: number
  students_in?: readonly number[]
  students_null?: true
  students_notnull?: true
  diners?: number
  diners_equal?: number
  diners_notequal?: number
  diners_gt?: number
  diners_ge?: number
  diners_lt?: number
  diners_le?: number
  diners_in?: readonly number[]
  diners_null?: true
  diners_notnull?: true
  boarding?: '0' | '1'
  boarding_equal?: '0' | '1'
  boarding_notequal?: '0' | '1'
  boarding_in?: readonly ('0' | '1')[]
  boarding_null?: true
  boarding_notnull?: true
  remark?: string
  remark_like?: string
  remark_equal?: string
  remark_notequal?: string
  remark_notlike?: string
  remark_likeright?: string
  remark_likeleft?: string
  remark_in?: readonly string[]
  remark_null?: true
  remark_notnull?: true
}

export type SchoolInfoSort = 'id' | 'createUser' | 'createDept' | 'createTime' | 'updateUser' | 'updateTime' | 'status' | 'version' | 'name' | 'schoolCode' | 'entId' | 'stage' | 'nature' | 'regionId' | 'organId' | 'address' | 'principal' | 'phone' | 'students' | 'diners' | 'boarding'

/** Authority 监管机构 */
export interface SysOrgan extends SystemFields {
  /** Authority name 机构名称 */
  name: string
  /** Type 机构类别 */
  orgType: '1' | '2' | '3'
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

/** Authority 监管机构: a new one. */
export interface SysOrganSave {
  name: string
  orgType: '1' | '2' | '3'
  parentId?: string | null
  regionId?: string | null
  sourceId?: string | null
  leader?: string | null
  phone?: string | null
  sort?: number | null
  remark?: string | null
}

/** Authority 监管机构: what is changed of one. */
export interface SysOrganUpdate {
  id: string
  version?: number
  name?: string
  orgType?: '1' | '2' | '3'
  parentId?: string | null
  regionId?: string | null
  sourceId?: string | null
  leader?: string | null
  phone?: string | null
  sort?: number | null
  remark?: string | null
}

/** Authority 监管机构: what a list of them can be asked for. */
export interface SysOrganQuery extends SystemQuery {
  ascs?: SysOrganSort | readonly SysOrganSort[]
  descs?: SysOrganSort | readonly SysOrganSort[]
  name?: string
  name_like?: string
  name_equal?: string
  name_notequal?: string
  name_notlike?: string
  name_likeright?: string
  name_likeleft?: string
  name_in?: readonly string[]
  name_null?: true
  name_notnull?: true
  orgType?: '1' | '2' | '3'
  orgType_equal?: '1' | '2' | '3'
  orgType_notequal?: '1' | '2' | '3'
  orgType_in?: readonly ('1' | '2' | '3')[]
  orgType_null?: true
  orgType_notnull?: true
  parentId?: string
  parentId_equal?: string
  parentId_notequal?: string
  parentId_in?: readonly string[]
  parentId_null?: true
  parentId_notnull?: true
  regionId?: string
  regionId_equal?: string
  regionId_notequal?: string
  regionId_in?: readonly string[]
  regionId_null?: true
  regionId_notnull?: true
  sourceId?: string
  sourceId_like?: string
  sourceId_equal?: string
  sourceId_notequal?: string
  sourceId_notlike?: string
  sourceId_likeright?: string
  sourceId_likeleft?: string
  sourceId_in?: readonly string[]
  sourceId_null?: true
  sourceId_notnull?: true
  leader?: string
  leader_like?: string
  leader_equal?: string
  leader_notequal?: string
  leader_notlike?: string
  leader_likeright?: string
  leader_likeleft?: string
  leader_in?: readonly string[]
  leader_null?: true
  leader_notnull?: true
  phone?: string
  phone_like?: string
  phone_equal?: string
  phone_notequal?: string
  phone_notlike?: string
  phone_likeright?: string
  phone_likeleft?: string
  phone_in?: readonly string[]
  phone_null?: true
  phone_notnull?: true
  sort?: number
  sort_equal?: number
  sort_notequal?: number
  sort_gt?: number
  sort_ge?: number
  sort_lt?: number
  sort_le?: number
  sort_in?: readonly number[]
  sort_null?: true
  sort_notnull?: true
  remark?: string
  remark_like?: string
  remark_equal?: string
  remark_notequal?: string
  remark_notlike?: string
  remark_likeright?: string
  remark_likeleft?: string
  remark_in?: readonly string[]
  remark_null?: true
  remark_notnull?: true
}

export type SysOrganSort = 'id' | 'createUser' | 'createDept' | 'createTime' | 'updateUser' | 'updateTime' | 'status' | 'version' | 'name' | 'orgType' | 'parentId' | 'regionId' | 'sourceId' | 'leader' | 'phone' | 'sort' | 'remark'

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
  regionLevel: '1' | '2' | '3' | '4'
  /** Remark 备注 */
  remark: string | null
}

/** Region 行政区划: a new one. */
export interface SysRegionSave {
  code: string
  name: string
  parentId?: string | null
  regionLevel: '1' | '2' | '3' | '4'
  remark?: string | null
}

/** Region 行政区划: what is changed of one. */
export interface SysRegionUpdate {
  id: string
  version?: number
  code?: string
  name?: string
  parentId?: string | null
  regionLevel?: '1' | '2' | '3' | '4'
  remark?: string | null
}

/** Region 行政区划: what a list of them can be asked for. */
export interface SysRegionQuery extends SystemQuery {
  ascs?: SysRegionSort | readonly SysRegionSort[]
  descs?: SysRegionSort | readonly SysRegionSort[]
  code?: string
  code_like?: string
  code_equal?: string
  code_notequal?: string
  code_notlike?: string
  code_likeright?: string
  code_likeleft?: string
  code_in?: readonly string[]
  code_null?: true
  code_notnull?: true
  name?: string
  name_like?: string
  name_equal?: string
  name_notequal?: string
  name_notlike?: string
  name_likeright?: string
  name_likeleft?: string
  name_in?: readonly string[]
  name_null?: true
  name_notnull?: true
  parentId?: string
  parentId_equal?: string
  parentId_notequal?: string
  parentId_in?: readonly string[]
  parentId_null?: true
  parentId_notnull?: true
  regionLevel?: '1' | '2' | '3' | '4'
  regionLevel_equal?: '1' | '2' | '3' | '4'
  regionLevel_notequal?: '1' | '2' | '3' | '4'
  regionLevel_in?: readonly ('1' | '2' | '3' | '4')[]
  regionLevel_null?: true
  regionLevel_notnull?: true
  remark?: string
  remark_like?: string
  remark_equal?: string
  remark_notequal?: string
  remark_notlike?: string
  remark_likeright?: string
  remark_likeleft?: string
  remark_in?: readonly string[]
  remark_null?: true
  remark_notnull?: true
}

export type SysRegionSort = 'id' | 'createUser' | 'createDept' | 'createTime' | 'updateUser' | 'updateTime' | 'status' | 'version' | 'code' | 'name' | 'parentId' | 'regionLevel' | 'remark'

/** The handlers that the product must have, by resource and name. */
export interface Actions {
  entCameraScreenshot: {
    sendMsg: { record: EntCameraScreenshot | null; input: EntCameraScreenshotSendMsgInput }
  }
  entNoticeLetter: {
    sendMsg: { record: EntNoticeLetter | null; input: EntNoticeLetterSendMsgInput }
  }
  entWarningLog: {
    sendMsg: { record: EntWarningLog | null; input: EntWarningLogSendMsgInput }
  }
}
