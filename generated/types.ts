// Generated from the descriptors by `npm run generate`. Do not edit.

/** What every record has beside its own fields. */
export interface SystemFields {
  /** Id 主键 */
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

/** Client 应用 */
export interface BladeClient extends SystemFields {
  /** Client id 应用标识 */
  clientId: string
  /** Grants 授权类型 */
  authorizedGrantTypes: string
  /** Scope 授权范围 */
  scope: string
  /** Token life in seconds 令牌秒数 */
  accessTokenValidity: number
  /** Refresh token life in seconds 刷新令牌秒数 */
  refreshTokenValidity: number
  /** Redirect address 回调地址 */
  webServerRedirectUri: string | null
  /** Resources 资源集合 */
  resourceIds: string | null
  /** Authorities 权限 */
  authorities: string | null
  /** Approved scopes 自动授权 */
  autoapprove: string | null
}

/** Client 应用: a new one. */
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

/** Client 应用: what is changed of one. */
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

/** Client 应用: what a list of them can be asked for. */
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

/** Parameter 参数 */
export interface BladeConfig extends SystemFields {
  /** Parameter name 参数名称 */
  paramName: string
  /** Parameter key 参数键名 */
  paramKey: string
  /** Parameter value 参数键值 */
  paramValue: string
  /** Remark 备注 */
  remark: string | null
}

/** Parameter 参数: a new one. */
export interface BladeConfigSave {
  paramName: string
  paramKey: string
  paramValue: string
  remark?: string | null
}

/** Parameter 参数: what is changed of one. */
export interface BladeConfigUpdate {
  id: string
  version?: number
  paramName?: string
  paramKey?: string
  paramValue?: string
  remark?: string | null
}

/** Parameter 参数: what a list of them can be asked for. */
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
  /** Kind of department 机构类型 */
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
  /** Sealed 封存 */
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
  /** Sealed 封存 */
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

/** Menu entry 菜单 */
export interface BladeMenu extends SystemFields {
  /** Entry 菜单名称 */
  name: string
  /** Entry code 菜单编号 */
  code: string
  /** Parent entry 上级菜单 */
  parentId: string | null
  parentIdName: string | null
  /** Alias 菜单别名 */
  alias: string | null
  /** Path 路由地址 */
  path: string | null
  /** Icon 菜单图标 */
  source: string | null
  /** Kind 菜单类型 */
  category: '1' | '2'
  /** Place of the button 按钮功能 */
  action: '0' | '1' | '2' | '3' | null
  /** New window 新窗口 */
  isOpen: boolean | null
  /** Sort order 排序 */
  sort: number | null
  /** Remark 备注 */
  remark: string | null
}

/** Menu entry 菜单: a new one. */
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

/** Menu entry 菜单: what is changed of one. */
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

/** Menu entry 菜单: what a list of them can be asked for. */
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

/** Post 岗位 */
export interface BladePost extends SystemFields {
  /** Level 岗位类型 */
  category: '1' | '2' | '3' | '4'
  /** Post code 岗位编号 */
  postCode: string
  /** Post name 岗位名称 */
  postName: string
  /** Sort order 排序 */
  sort: number | null
  /** Remark 备注 */
  remark: string | null
}

/** Post 岗位: a new one. */
export interface BladePostSave {
  category: '1' | '2' | '3' | '4'
  postCode: string
  postName: string
  sort?: number | null
  remark?: string | null
}

/** Post 岗位: what is changed of one. */
export interface BladePostUpdate {
  id: string
  version?: number
  category?: '1' | '2' | '3' | '4'
  postCode?: string
  postName?: string
  sort?: number | null
  remark?: string | null
}

/** Post 岗位: what a list of them can be asked for. */
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
  /** Tenant number 租户编号 */
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
  /** Accounts allowed 账号额度 */
  accountNumber: number | null
  /** Expires 过期时间 */
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
  /** Kind of organisation 用户来源 */
  sourceType: 'ADMIN' | 'CLOUD_ADMIN' | 'MARKET_ORG' | 'CHINA_ORG' | 'SCHOOL_COMPANY' | 'SCHOOL_ORG' | 'MERCHANT' | null
  /** Works for 所属企业 */
  ownerIds: string[] | null
  ownerIdsName: string[] | null
  /** Region 所属区域 */
  regionId: string | null
  regionIdName: string | null
  /** Account 账号 */
  account: string
  /** Display name 昵称 */
  name: string
  /** Real name 真实姓名 */
  realName: string
  /** User number 用户编号 */
  code: string | null
  /** Platform of the user 用户平台 */
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
  /** Post 岗位 */
  postId: string[] | null
  postIdName: string[] | null
}

/** User 用户: a new one. */
export interface BladeUserSave {
  sourceType?: 'ADMIN' | 'CLOUD_ADMIN' | 'MARKET_ORG' | 'CHINA_ORG' | 'SCHOOL_COMPANY' | 'SCHOOL_ORG' | 'MERCHANT' | null
  ownerIds?: string[] | null
  regionId?: string | null
  account: string
  password?: string | null
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
  password?: string | null
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

/** Purchase order 采购订单 */
export interface BusinessEntOrder extends SystemFields {
  /** Enterprise 企业 */
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
  /** Supplier's phone 供应商电话 */
  supplierPhone: string | null
  /** Deliver by 要求送达日期 */
  deliveryDate: string | null
  /** Delivery address 收货地址 */
  deliveryAddress: string | null
  /** Order status 订单状态 */
  orderStatus: '0' | '1' | '2' | '3'
  /** Goods 订单明细; read with a single record only. */
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
  orderTime: string
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

/** Goods 订单明细: one line as it is saved. */
export interface BusinessEntOrderDetailAsLine {
  productName: string
  productTypeId: string
  spec?: string | null
  batchNo?: string | null
  productionDate?: string | null
  expiryDate?: string | null
  quantity: number
  unit?: '1' | '2' | '3' | '4'
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

/** Order line 订单明细 */
export interface BusinessEntOrderDetail extends SystemFields {
  /** Purchase order 采购订单 */
  orderId: string
  orderIdName: string | null
  /** Product 产品名称 */
  productName: string
  /** Product type 产品分类 */
  productTypeId: string
  productTypeIdName: string | null
  /** Specification 规格 */
  spec: string | null
  /** Batch no. 批号 */
  batchNo: string | null
  /** Produced on 生产日期 */
  productionDate: string | null
  /** Best before 保质期至 */
  expiryDate: string | null
  /** Quantity 数量 */
  quantity: number
  /** Unit 单位 */
  unit: '1' | '2' | '3' | '4'
  /** Price 单价 */
  price: number
  /** Amount 金额 */
  amount: number | null
}

/** Order line 订单明细: a new one. */
export interface BusinessEntOrderDetailSave {
  orderId: string
  productName: string
  productTypeId: string
  spec?: string | null
  batchNo?: string | null
  productionDate?: string | null
  expiryDate?: string | null
  quantity: number
  unit?: '1' | '2' | '3' | '4'
  price: number
}

/** Order line 订单明细: what is changed of one. */
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
  unit?: '1' | '2' | '3' | '4'
  price?: number
}

/** Order line 订单明细: what a list of them can be asked for. */
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
  unit?: '1' | '2' | '3' | '4'
  unit_equal?: '1' | '2' | '3' | '4'
  unit_notequal?: '1' | '2' | '3' | '4'
  unit_in?: readonly ('1' | '2' | '3' | '4')[]
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

/** Product type 产品分类 */
export interface BusinessProductType extends SystemFields {
  /** Product type 分类名称 */
  name: string
  /** Type code 分类编码 */
  code: string
  /** Parent type 上级分类 */
  parentId: string | null
  parentIdName: string | null
  /** Shelf life (days) 保质期（天） */
  shelfLife: number | null
  /** Sort order 排序 */
  sort: number | null
  /** Remark 备注 */
  remark: string | null
}

/** Product type 产品分类: a new one. */
export interface BusinessProductTypeSave {
  name: string
  code: string
  parentId?: string | null
  shelfLife?: number | null
  sort?: number | null
  remark?: string | null
}

/** Product type 产品分类: what is changed of one. */
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

/** Product type 产品分类: what a list of them can be asked for. */
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
  /** Enterprise 企业 */
  entId: string
  entIdName: string | null
  /** Pictures 图片 */
  pictures: string[] | null
  /** Remark 备注 */
  remark: string | null
  /** Camera 摄像头名称 */
  name: string
  /** GB28181 code 国标编码 */
  nationCode: string | null
  /** Platform 视频平台 */
  platform: '1' | '2' | '3' | '4' | '5'
  /** Serial no. 设备序列号 */
  deviceSn: string | null
  /** Id at the platform 平台设备编号 */
  deviceId: string | null
  /** Channel 通道号 */
  channelNo: number | null
  /** Place 安装位置 */
  position: string
  /** Camera status 在线状态 */
  cameraStatus: '1' | '0'
  /** Installed on 安装日期 */
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

/** Enterprise 企业信息 */
export interface EntInfo extends SystemFields {
  /** Enterprise 企业名称 */
  name: string
  /** Credit code 统一社会信用代码 */
  creditCode: string
  /** Enterprise type 企业类型 */
  typeId: string
  typeIdName: string | null
  /** Line of business 经营业态 */
  businessType: 'KINDSC' | 'PRISC' | 'MIDSC' | 'HIGSC' | 'UNVSC' | 'HSPT' | 'RSTNT' | 'HOTEL' | 'CORP' | 'GOV'
  /** Business status 主体状态 */
  runType: '1' | '2' | '3' | '4'
  /** Credit rating 信用等级 */
  creditRating: 'A' | 'B' | 'C' | 'D' | null
  /** Bright kitchen 明厨亮灶 */
  brightKitchen: '0' | '1' | null
  /** Region 所属区域 */
  regionId: string
  regionIdName: string | null
  /** Premises 经营场所 */
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
  /** Legal person 法定代表人（负责人） */
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
  /** Issued on 签发日期 */
  licenceBegin: string | null
  /** Valid until 有效期至 */
  licenceEnd: string | null
  /** Issuing authority 发证机关 */
  licenceIssuer: string | null
  /** Licensed activities 经营项目 */
  licenceItems: string | null
  /** Pictures of the licence 许可证照片 */
  licencePictures: string[] | null
  /** Pictures of the premises 门头照片 */
  pictures: string[] | null
  /** Remark 备注 */
  remark: string | null
}

/** Enterprise 企业信息: a new one. */
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

/** Enterprise 企业信息: what is changed of one. */
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

/** Enterprise 企业信息: what a list of them can be asked for. */
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

/** Notice letter 责令整改通知书 */
export interface EntNoticeLetter extends SystemFields {
  /** Enterprise 企业 */
  entId: string
  entIdName: string | null
  /** Pictures 图片 */
  pictures: string[] | null
  /** Remark 备注 */
  remark: string | null
  /** Letter no. 文书编号 */
  letterNo: string | null
  /** Camera 摄像头 */
  cameraId: string | null
  cameraIdName: string | null
  /** Problem 存在问题 */
  problem: string
  /** What to do 整改要求 */
  measure: string | null
  /** Deadline 整改期限 */
  deadline: string
  /** Letter status 文书状态 */
  letterStatus: '0' | '1' | '5' | '3' | '4' | null
  /** Issued at 下发时间 */
  issuedAt: string | null
  /** What was done 整改情况 */
  reply: string | null
  /** Handled at 处理时间 */
  handledAt: string | null
}

/** Notice letter 责令整改通知书: a new one. */
export interface EntNoticeLetterSave {
  entId: string
  pictures?: string[] | null
  remark?: string | null
  cameraId?: string | null
  problem: string
  measure?: string | null
  deadline: string
}

/** Notice letter 责令整改通知书: what is changed of one. */
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

/** Notice letter 责令整改通知书: what a list of them can be asked for. */
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

/** Handle 处理 */
export interface EntNoticeLetterHandleInput {
  reply: string
}

/** Send back 退回整改 */
export interface EntNoticeLetterRejectInput {
  deadline: string
}

/** Send a text message 发送短信警示 */
export interface EntNoticeLetterSendMsgInput {
  phone: string
  content: string
}

/** Enterprise type 企业类型 */
export interface EntType extends SystemFields {
  /** Type 类型名称 */
  name: string
  /** Type code 类型编码 */
  code: string
  /** Parent type 上级类型 */
  parentId: string | null
  parentIdName: string | null
  /** Id at the source 来源编号 */
  sourceId: string | null
  /** Sort order 排序 */
  sort: number | null
  /** Remark 备注 */
  remark: string | null
}

/** Enterprise type 企业类型: a new one. */
export interface EntTypeSave {
  name: string
  code: string
  parentId?: string | null
  sourceId?: string | null
  sort?: number | null
  remark?: string | null
}

/** Enterprise type 企业类型: what is changed of one. */
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

/** Enterprise type 企业类型: what a list of them can be asked for. */
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

/** Region 行政区划 */
export interface SysRegion extends SystemFields {
  /** Region code 区划代码 */
  code: string
  /** Region 区划名称 */
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

/** The handlers that are owed, by resource and name. */
export interface Actions {
  entNoticeLetter: {
    sendMsg: { record: EntNoticeLetter | null; input: EntNoticeLetterSendMsgInput }
  }
}
