// Generated from the descriptors by `npm run generate`. Do not edit.

import type { Input, Line, Update } from '../engine/client/input.ts'
import type { Filter, Paging } from '../engine/client/query.ts'

// Operator families of query parameters, each named after the first field type that has it.
export type TextFilter<R, N extends keyof R & string> = Filter<R, N, 'like' | 'equal' | 'notequal' | 'notlike' | 'likeright' | 'likeleft' | 'in' | 'null' | 'notnull'>
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
  dictKey: string
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
export interface BladeDictSave extends Input<BladeDict, 'dictValue', 'parentId' | 'englishValue' | 'dictKey' | 'colour' | 'sort' | 'isSealed' | 'remark'> {}

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
  parentId: string
  parentIdName: string | null
  /** Dictionary code 字典编号 */
  code: string | null
  /** Key 字典键值 */
  dictKey: string
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
export interface BladeDictBizSave extends Input<BladeDictBiz, 'parentId' | 'dictKey', 'dictValue' | 'englishValue' | 'colour' | 'sort' | 'isSealed' | 'remark'> {}

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
  code: string | null
  /** Path 路由地址 */
  path: string | null
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
export interface BladeMenuSave extends Input<BladeMenu, 'name' | 'englishName', 'source' | 'sort' | 'isHidden' | 'remark'> {}

/** Menu 菜单: a change. */
export interface BladeMenuUpdate extends Update<BladeMenuSave> {}

/** Menu 菜单: query parameters of a list. */
export interface BladeMenuQuery extends
  SystemQuery<BladeMenuSort>,
  DictionaryFilter<BladeMenu, 'parentId'>,
  TextFilter<BladeMenu, 'name' | 'englishName' | 'code' | 'path' | 'source' | 'remark'>,
  IntegerFilter<BladeMenu, 'sort'>,
  BooleanFilter<BladeMenu, 'isHidden' | 'isBuiltIn'> {}

export type BladeMenuSort = 'parentId' | 'name' | 'englishName' | 'code' | 'path' | 'source' | 'sort' | 'isHidden' | 'isBuiltIn' | 'remark'

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
  /** Sort order 排序 */
  sort: number | null
  /** From the descriptors 来自描述文件 */
  isBuiltIn: boolean | null
  /** Remark 备注 */
  remark: string | null
}

/** Role 角色: a new record. */
export interface BladeRoleSave extends Input<BladeRole, 'roleName' | 'roleAlias', 'parentId' | 'dataScope' | 'sort' | 'remark'> {}

/** Role 角色: a change. */
export interface BladeRoleUpdate extends Update<BladeRoleSave> {}

/** Role 角色: query parameters of a list. */
export interface BladeRoleQuery extends
  SystemQuery<BladeRoleSort>,
  TextFilter<BladeRole, 'roleName' | 'roleAlias' | 'remark'>,
  DictionaryFilter<BladeRole, 'parentId' | 'dataScope'>,
  IntegerFilter<BladeRole, 'sort'>,
  BooleanFilter<BladeRole, 'isBuiltIn'> {}

export type BladeRoleSort = 'roleName' | 'roleAlias' | 'parentId' | 'dataScope' | 'sort' | 'isBuiltIn' | 'remark'

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

/** Tenant 租户: a new record. */
export interface BladeTenantSave extends Input<BladeTenant, 'tenantId' | 'tenantName', 'domain' | 'backgroundUrl' | 'linkman' | 'contactNumber' | 'address' | 'accountNumber' | 'expireTime'> {}

/** Tenant 租户: a change. */
export interface BladeTenantUpdate extends Update<BladeTenantSave> {}

/** Tenant 租户: query parameters of a list. */
export interface BladeTenantQuery extends
  SystemQuery<BladeTenantSort>,
  TextFilter<BladeTenant, 'tenantId' | 'tenantName' | 'domain' | 'linkman' | 'contactNumber' | 'address'>,
  ImageFilter<BladeTenant, 'backgroundUrl'>,
  IntegerFilter<BladeTenant, 'accountNumber'>,
  DateFilter<BladeTenant, 'expireTime'> {}

export type BladeTenantSort = 'tenantId' | 'tenantName' | 'domain' | 'linkman' | 'contactNumber' | 'address' | 'accountNumber' | 'expireTime'

/** Issue administrator password 发放管理员密码 */
export interface BladeTenantIssuePasswordInput {
  account?: string | null
}

/** Issue administrator password 发放管理员密码: result. */
export interface BladeTenantIssuePasswordAnswer {
  account: string
  password: string
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
  sourceType: "ADMIN" | "CLOUD_ADMIN" | "MARKET_ORG" | "CHINA_ORG" | "SCHOOL_COMPANY" | "SCHOOL_ORG" | "MERCHANT" | null
  /** Businesses 所属企业 */
  ownerIds: string[] | null
  ownerIdsName: string[] | null
  /** Region 所属区域 */
  regionId: string | null
  regionIdName: string | null
}

/** User 用户: a new record. */
export interface BladeUserSave extends Input<BladeUser, 'account' | 'name' | 'realName' | 'roleId' | 'deptId', 'code' | 'userType' | 'avatar' | 'phone' | 'email' | 'sex' | 'birthday' | 'postId' | 'sourceType' | 'ownerIds' | 'regionId'> {
  password: string
}

/** User 用户: a change. */
export interface BladeUserUpdate extends Update<BladeUserSave> {}

/** User 用户: query parameters of a list. */
export interface BladeUserQuery extends
  SystemQuery<BladeUserSort>,
  TextFilter<BladeUser, 'account' | 'name' | 'realName' | 'code' | 'phone' | 'email'>,
  DictionaryFilter<BladeUser, 'userType' | 'sex' | 'sourceType' | 'regionId'>,
  ImageFilter<BladeUser, 'avatar'>,
  DateFilter<BladeUser, 'birthday' | 'disabledAt'>,
  DictionaryListFilter<BladeUser, 'roleId' | 'deptId' | 'postId' | 'ownerIds'> {}

export type BladeUserSort = 'account' | 'name' | 'realName' | 'code' | 'userType' | 'phone' | 'email' | 'sex' | 'birthday' | 'disabledAt' | 'sourceType' | 'regionId'

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
  symptoms: (("1" | "2" | "3" | "4" | "5")[] | null)
  /** Uniform OK 着装整洁 */
  cleanDress: "0" | "1"
  /** Result 晨检结果 */
  morningResult: "1" | "2" | null
  /** Action taken 处理措施 */
  measure: string | null
}

/** Morning health check 晨检记录: a new record. */
export interface BusinessEntMorningCheckSave extends Input<BusinessEntMorningCheck, 'entId' | 'personnelId' | 'temperature', 'pictures' | 'remark' | 'checkTime' | 'symptoms' | 'cleanDress' | 'measure'> {}

/** Morning health check 晨检记录: a change. */
export interface BusinessEntMorningCheckUpdate extends Update<BusinessEntMorningCheckSave> {}

/** Morning health check 晨检记录: query parameters of a list. */
export interface BusinessEntMorningCheckQuery extends
  SystemQuery<BusinessEntMorningCheckSort>,
  DictionaryFilter<BusinessEntMorningCheck, 'entId' | 'personnelId' | 'cleanDress' | 'morningResult'>,
  ImageFilter<BusinessEntMorningCheck, 'pictures'>,
  TextFilter<BusinessEntMorningCheck, 'remark' | 'measure'>,
  DateFilter<BusinessEntMorningCheck, 'checkTime'>,
  IntegerFilter<BusinessEntMorningCheck, 'temperature'>,
  DictionaryListFilter<BusinessEntMorningCheck, 'symptoms'> {}

export type BusinessEntMorningCheckSort = 'entId' | 'personnelId' | 'checkTime' | 'temperature' | 'cleanDress' | 'morningResult' | 'measure'

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
  orderStatus: "0" | "1" | "2" | "3"
  /** Items 订单明细; read with a single record only. */
  lines?: BusinessEntOrderDetail[]
  /** Freight 运费 */
  freight: number | null
  /** Total 合计 */
  total: number | null
}

/** Purchase order 采购订单: a new record. */
export interface BusinessEntOrderSave extends Input<BusinessEntOrder, 'entId' | 'supplierName', 'pictures' | 'remark' | 'orderTime' | 'supplierPhone' | 'deliveryDate' | 'deliveryAddress' | 'orderStatus' | 'freight'> {
  lines: BusinessEntOrderDetailAsLine[]
}

/** Purchase order 采购订单: a change. */
export interface BusinessEntOrderUpdate extends Update<BusinessEntOrderSave> {}

/** Purchase order 采购订单: query parameters of a list. */
export interface BusinessEntOrderQuery extends
  SystemQuery<BusinessEntOrderSort>,
  DictionaryFilter<BusinessEntOrder, 'entId' | 'orderStatus'>,
  ImageFilter<BusinessEntOrder, 'pictures'>,
  TextFilter<BusinessEntOrder, 'remark' | 'orderNo' | 'supplierName' | 'supplierPhone' | 'deliveryAddress'>,
  DateFilter<BusinessEntOrder, 'orderTime' | 'deliveryDate'>,
  IntegerFilter<BusinessEntOrder, 'freight' | 'total'> {}

export type BusinessEntOrderSort = 'entId' | 'orderNo' | 'orderTime' | 'supplierName' | 'supplierPhone' | 'deliveryDate' | 'deliveryAddress' | 'orderStatus' | 'freight' | 'total'

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
  DictionaryFilter<BusinessEntOrderDetail, 'orderId' | 'productTypeId' | 'unit'>,
  TextFilter<BusinessEntOrderDetail, 'productName' | 'spec' | 'batchNo'>,
  DateFilter<BusinessEntOrderDetail, 'productionDate' | 'expiryDate'>,
  IntegerFilter<BusinessEntOrderDetail, 'quantity' | 'price' | 'amount'> {}

export type BusinessEntOrderDetailSort = 'orderId' | 'productName' | 'productTypeId' | 'spec' | 'batchNo' | 'productionDate' | 'expiryDate' | 'quantity' | 'unit' | 'price' | 'amount'

/** Items of a delivery 送货明细: input. */
export interface BusinessEntOrderDetailListDeliveryDetailInput {
  orderId: string
}

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
  post: "1" | "2" | "3" | "4" | "5" | "6"
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
export interface BusinessEntRetentionSampleSave extends Input<BusinessEntRetentionSample, 'entId' | 'sampleName' | 'meals' | 'weight', 'pictures' | 'remark' | 'sampleTime' | 'storage' | 'personnelId'> {}

/** Food sample 留样记录: a change. */
export interface BusinessEntRetentionSampleUpdate extends Update<BusinessEntRetentionSampleSave> {}

/** Food sample 留样记录: query parameters of a list. */
export interface BusinessEntRetentionSampleQuery extends
  SystemQuery<BusinessEntRetentionSampleSort>,
  DictionaryFilter<BusinessEntRetentionSample, 'entId' | 'meals' | 'personnelId' | 'sampleStatus'>,
  ImageFilter<BusinessEntRetentionSample, 'pictures'>,
  TextFilter<BusinessEntRetentionSample, 'remark' | 'sampleName' | 'handler'>,
  DateFilter<BusinessEntRetentionSample, 'sampleTime' | 'keepUntil' | 'handledAt' | 'stateSince'>,
  IntegerFilter<BusinessEntRetentionSample, 'weight' | 'storage'> {}

export type BusinessEntRetentionSampleSort = 'entId' | 'sampleName' | 'meals' | 'sampleTime' | 'weight' | 'storage' | 'personnelId' | 'keepUntil' | 'sampleStatus' | 'handledAt' | 'handler' | 'stateSince'

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

/** Product category 产品分类: a new record. */
export interface BusinessProductTypeSave extends Input<BusinessProductType, 'name' | 'code', 'parentId' | 'shelfLife' | 'sort' | 'remark'> {}

/** Product category 产品分类: a change. */
export interface BusinessProductTypeUpdate extends Update<BusinessProductTypeSave> {}

/** Product category 产品分类: query parameters of a list. */
export interface BusinessProductTypeQuery extends
  SystemQuery<BusinessProductTypeSort>,
  TextFilter<BusinessProductType, 'name' | 'code' | 'remark'>,
  DictionaryFilter<BusinessProductType, 'parentId'>,
  IntegerFilter<BusinessProductType, 'shelfLife' | 'sort'> {}

export type BusinessProductTypeSort = 'name' | 'code' | 'parentId' | 'shelfLife' | 'sort' | 'remark'

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
  platform: "1" | "2" | "3" | "4" | "5"
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
  /** Installation date 安装日期 */
  installedAt: string | null
  /** HLS address HLS 地址 */
  hls: string | null
  /** FLV address FLV 地址 */
  flv: string | null
}

/** Camera 摄像头: a new record. */
export interface EntCameraSave extends Input<EntCamera, 'entId' | 'name' | 'platform' | 'position', 'pictures' | 'remark' | 'nationCode' | 'deviceSn' | 'deviceId' | 'channelNo' | 'cameraStatus' | 'installedAt' | 'hls' | 'flv'> {}

/** Camera 摄像头: a change. */
export interface EntCameraUpdate extends Update<EntCameraSave> {}

/** Camera 摄像头: query parameters of a list. */
export interface EntCameraQuery extends
  SystemQuery<EntCameraSort>,
  DictionaryFilter<EntCamera, 'entId' | 'platform' | 'cameraStatus'>,
  ImageFilter<EntCamera, 'pictures'>,
  TextFilter<EntCamera, 'remark' | 'name' | 'nationCode' | 'deviceSn' | 'deviceId' | 'position' | 'hls' | 'flv'>,
  IntegerFilter<EntCamera, 'channelNo'>,
  DateFilter<EntCamera, 'installedAt'> {}

export type EntCameraSort = 'entId' | 'name' | 'nationCode' | 'platform' | 'deviceSn' | 'deviceId' | 'channelNo' | 'position' | 'cameraStatus' | 'installedAt' | 'hls' | 'flv'

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
  modelType: "604" | "605" | "606" | "607" | "608" | "609" | "610" | "611" | "612" | "613" | "614" | "618" | "619" | "626" | "630" | "638"
  /** Confidence 置信度 */
  confidence: number | null
  /** Area 区域 */
  areaName: string | null
}

/** AI capture 摄像头抓拍: a new record. */
export interface EntCameraScreenshotSave extends Input<EntCameraScreenshot, 'entId' | 'subject' | 'cameraId' | 'modelType', 'pictures' | 'remark' | 'shotTime' | 'confidence' | 'areaName'> {}

/** AI capture 摄像头抓拍: a change. */
export interface EntCameraScreenshotUpdate extends Update<EntCameraScreenshotSave> {}

/** AI capture 摄像头抓拍: query parameters of a list. */
export interface EntCameraScreenshotQuery extends
  SystemQuery<EntCameraScreenshotSort>,
  DictionaryFilter<EntCameraScreenshot, 'entId' | 'cameraId' | 'modelType'>,
  ImageFilter<EntCameraScreenshot, 'pictures'>,
  TextFilter<EntCameraScreenshot, 'remark' | 'subject' | 'areaName'>,
  DateFilter<EntCameraScreenshot, 'shotTime'>,
  IntegerFilter<EntCameraScreenshot, 'confidence'> {}

export type EntCameraScreenshotSort = 'entId' | 'subject' | 'cameraId' | 'shotTime' | 'modelType' | 'confidence' | 'areaName'

/** Send a text message 发送短信警示 */
export interface EntCameraScreenshotSendMsgInput {
  sendObj: ("owner" | "staff" | "1" | "2" | "3")[]
  content?: string | null
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
  businessType: "KINDSC" | "PRISC" | "MIDSC" | "HIGSC" | "UNVSC" | "HSPT" | "RSTNT" | "HOTEL" | "CORP" | "GOV"
  /** Status 主体状态 */
  runType: "1" | "2" | "3" | "4"
  /** Food safety grade 量化等级 */
  creditRating: "A" | "B" | "C" | "D" | null
  /** Open kitchen 明厨亮灶 */
  brightKitchen: "0" | "1" | null
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

/** Business 企业信息: a new record. */
export interface EntInfoSave extends Input<EntInfo, 'name' | 'creditCode' | 'typeId' | 'businessType' | 'regionId' | 'address' | 'phone', 'runType' | 'creditRating' | 'brightKitchen' | 'longitude' | 'latitude' | 'area' | 'seats' | 'staffCount' | 'legalPerson' | 'manager' | 'email' | 'supervisorId' | 'licenceNo' | 'licenceBegin' | 'licenceEnd' | 'licenceIssuer' | 'licenceItems' | 'licencePictures' | 'pictures' | 'remark'> {}

/** Business 企业信息: a change. */
export interface EntInfoUpdate extends Update<EntInfoSave> {}

/** Business 企业信息: query parameters of a list. */
export interface EntInfoQuery extends
  SystemQuery<EntInfoSort>,
  TextFilter<EntInfo, 'name' | 'creditCode' | 'address' | 'legalPerson' | 'manager' | 'phone' | 'email' | 'licenceNo' | 'licenceIssuer' | 'licenceItems' | 'remark'>,
  DictionaryFilter<EntInfo, 'typeId' | 'businessType' | 'runType' | 'creditRating' | 'brightKitchen' | 'regionId' | 'supervisorId'>,
  IntegerFilter<EntInfo, 'longitude' | 'latitude' | 'area' | 'seats' | 'staffCount'>,
  DateFilter<EntInfo, 'licenceBegin' | 'licenceEnd'>,
  ImageFilter<EntInfo, 'licencePictures' | 'pictures'> {}

export type EntInfoSort = 'name' | 'creditCode' | 'typeId' | 'businessType' | 'runType' | 'creditRating' | 'brightKitchen' | 'regionId' | 'address' | 'longitude' | 'latitude' | 'area' | 'seats' | 'staffCount' | 'legalPerson' | 'manager' | 'phone' | 'email' | 'supervisorId' | 'licenceNo' | 'licenceBegin' | 'licenceEnd' | 'licenceIssuer' | 'licenceItems'

/** Licence look-up 许可证查询: input. */
export interface EntInfoListLicenceSystemByQueryInput {
  likeName?: string | null
}

/** Licence look-up 许可证查询: a row. */
export interface EntInfoListLicenceSystemByQueryRow {
  jyzmc: string | null
  fzjgmc: string | null
  jycs: string | null
  shxydm: string | null
  xkzbh: string | null
  yxqz: string | null
  fddbrFzr: string | null
  qfsj: string | null
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
  /** Sort order 排序 */
  sort: number | null
  /** Remark 备注 */
  remark: string | null
}

/** Checklist item 检查项目: a new record. */
export interface EntInspectItemSave extends Input<EntInspectItem, 'itemNo' | 'section' | 'content', 'isKey' | 'points' | 'sort' | 'remark'> {}

/** Checklist item 检查项目: a change. */
export interface EntInspectItemUpdate extends Update<EntInspectItemSave> {}

/** Checklist item 检查项目: query parameters of a list. */
export interface EntInspectItemQuery extends
  SystemQuery<EntInspectItemSort>,
  TextFilter<EntInspectItem, 'itemNo' | 'section' | 'content' | 'remark'>,
  DictionaryFilter<EntInspectItem, 'isKey'>,
  IntegerFilter<EntInspectItem, 'points' | 'sort'> {}

export type EntInspectItemSort = 'itemNo' | 'section' | 'content' | 'isKey' | 'points' | 'sort' | 'remark'

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
  /** Deduction 扣分 */
  deduction: number | null
  /** Remark 备注 */
  remark: string | null
}

/** Item result 检查结果: a new record. */
export interface EntInspectItemLogSave extends Input<EntInspectItemLog, 'inspectLogId' | 'itemId', 'itemResult' | 'remark'> {}

/** Item result 检查结果: a change. */
export interface EntInspectItemLogUpdate extends Update<EntInspectItemLogSave> {}

/** Item result 检查结果: a line of its parent record. */
export interface EntInspectItemLogAsLine extends Line<EntInspectItemLogSave, 'inspectLogId'> {}

/** Item result 检查结果: query parameters of a list. */
export interface EntInspectItemLogQuery extends
  SystemQuery<EntInspectItemLogSort>,
  DictionaryFilter<EntInspectItemLog, 'inspectLogId' | 'itemId' | 'itemResult'>,
  IntegerFilter<EntInspectItemLog, 'points' | 'deduction'>,
  TextFilter<EntInspectItemLog, 'remark'> {}

export type EntInspectItemLogSort = 'inspectLogId' | 'itemId' | 'itemResult' | 'points' | 'deduction' | 'remark'

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
  /** Inspection date 检查日期 */
  inspectDate: string
  /** Inspector 检查人员 */
  inspectorId: string | null
  inspectorIdName: string | null
  /** Accompanied by 被检查单位陪同人员 */
  receiver: string | null
  /** Inspection status 检查状态 */
  inspectStatus: "0" | "1" | "2" | "3" | null
  /** Results 检查结果; read with a single record only. */
  items?: EntInspectItemLog[]
  /** Deduction 扣分 */
  deduction: number | null
  /** Score 得分 */
  score: number | null
  /** Result 检查结论 */
  inspectResult: "1" | "2" | "3" | null
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
export interface EntInspectLogSave extends Input<EntInspectLog, 'entId', 'pictures' | 'remark' | 'inspectType' | 'inspectDate' | 'inspectorId' | 'receiver' | 'opinion' | 'rectifyBy'> {
  items?: EntInspectItemLogAsLine[]
}

/** Inspection 检查记录: a change. */
export interface EntInspectLogUpdate extends Update<EntInspectLogSave> {}

/** Inspection 检查记录: query parameters of a list. */
export interface EntInspectLogQuery extends
  SystemQuery<EntInspectLogSort>,
  DictionaryFilter<EntInspectLog, 'entId' | 'inspectType' | 'inspectorId' | 'inspectStatus' | 'inspectResult'>,
  ImageFilter<EntInspectLog, 'pictures' | 'rectifyPictures'>,
  TextFilter<EntInspectLog, 'remark' | 'inspectNo' | 'receiver' | 'opinion' | 'rectifyReply'>,
  DateFilter<EntInspectLog, 'inspectDate' | 'rectifyBy' | 'stateSince'>,
  IntegerFilter<EntInspectLog, 'deduction' | 'score'> {}

export type EntInspectLogSort = 'entId' | 'inspectNo' | 'inspectType' | 'inspectDate' | 'inspectorId' | 'receiver' | 'inspectStatus' | 'deduction' | 'score' | 'inspectResult' | 'rectifyBy' | 'stateSince'

/** Order correction 责令改正 */
export interface EntInspectLogOrderInput extends Input<EntInspectLog, never, 'rectifyBy'> {}

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
  letterStatus: "0" | "1" | "5" | "3" | "4" | null
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
  /** In this state since 状态更新于 */
  stateSince: string | null
}

/** Rectification notice 责令改正通知书: a new record. */
export interface EntNoticeLetterSave extends Input<EntNoticeLetter, 'entId' | 'problem' | 'deadline', 'pictures' | 'remark' | 'cameraId' | 'measure'> {}

/** Rectification notice 责令改正通知书: a change. */
export interface EntNoticeLetterUpdate extends Update<EntNoticeLetterSave> {}

/** Rectification notice 责令改正通知书: query parameters of a list. */
export interface EntNoticeLetterQuery extends
  SystemQuery<EntNoticeLetterSort>,
  DictionaryFilter<EntNoticeLetter, 'entId' | 'cameraId' | 'letterStatus'>,
  ImageFilter<EntNoticeLetter, 'pictures' | 'replyPictures'>,
  TextFilter<EntNoticeLetter, 'remark' | 'letterNo' | 'problem' | 'measure' | 'reply' | 'returnReason'>,
  DateFilter<EntNoticeLetter, 'deadline' | 'issuedAt' | 'handledAt' | 'stateSince'> {}

export type EntNoticeLetterSort = 'entId' | 'letterNo' | 'cameraId' | 'deadline' | 'letterStatus' | 'issuedAt' | 'handledAt' | 'stateSince'

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
  sendObj: ("owner" | "staff" | "1" | "2" | "3")[]
  content?: string | null
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

/** Business category 企业类型: a new record. */
export interface EntTypeSave extends Input<EntType, 'name' | 'code', 'parentId' | 'sourceId' | 'sort' | 'remark'> {}

/** Business category 企业类型: a change. */
export interface EntTypeUpdate extends Update<EntTypeSave> {}

/** Business category 企业类型: query parameters of a list. */
export interface EntTypeQuery extends
  SystemQuery<EntTypeSort>,
  TextFilter<EntType, 'name' | 'code' | 'sourceId' | 'remark'>,
  DictionaryFilter<EntType, 'parentId'>,
  IntegerFilter<EntType, 'sort'> {}

export type EntTypeSort = 'name' | 'code' | 'parentId' | 'sourceId' | 'sort' | 'remark'

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
  warningType: "1" | "2" | "3" | "4" | "5" | "6" | "7" | "8"
  /** Severity 预警级别 */
  warningLevel: "1" | "2"
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
  /** Status 预警状态 */
  warningStatus: "0" | "1" | null
  /** Action taken 处置情况 */
  result: string | null
  /** Resolved at 处置时间 */
  handledAt: string | null
  /** In this state since 状态更新于 */
  stateSince: string | null
}

/** Alert 预警记录: a new record. */
export interface EntWarningLogSave extends Input<EntWarningLog, 'entId' | 'warningType' | 'subject', 'pictures' | 'remark' | 'warningLevel' | 'warnTime' | 'cameraId' | 'personnelId' | 'expireDate'> {}

/** Alert 预警记录: a change. */
export interface EntWarningLogUpdate extends Update<EntWarningLogSave> {}

/** Alert 预警记录: query parameters of a list. */
export interface EntWarningLogQuery extends
  SystemQuery<EntWarningLogSort>,
  DictionaryFilter<EntWarningLog, 'entId' | 'warningType' | 'warningLevel' | 'cameraId' | 'personnelId' | 'warningStatus'>,
  ImageFilter<EntWarningLog, 'pictures'>,
  TextFilter<EntWarningLog, 'remark' | 'warningNo' | 'subject' | 'result'>,
  DateFilter<EntWarningLog, 'warnTime' | 'expireDate' | 'handledAt' | 'stateSince'> {}

export type EntWarningLogSort = 'entId' | 'warningNo' | 'warningType' | 'warningLevel' | 'subject' | 'warnTime' | 'cameraId' | 'personnelId' | 'expireDate' | 'warningStatus' | 'handledAt' | 'stateSince'

/** Resolve 处置 */
export interface EntWarningLogHandleInput {
  result: string
}

/** Send a text message 发送短信警示 */
export interface EntWarningLogSendMsgInput {
  sendObj: ("owner" | "staff" | "1" | "2" | "3")[]
  content?: string | null
}

/** Send log 发送记录 */
export interface MsgSendLog extends SystemFields {
  /** Receiver 接收人 */
  receiver: string | null
  /** Receivers 接收对象 */
  sendObj: "owner" | "staff" | "1" | "2" | "3" | null
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
  fault: "noReceiver" | "noPhone" | "noEmail" | "hidden" | "noService" | "refused" | "noAnswer" | null
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

/** Message text 消息文本 */
export interface MsgText extends SystemFields {
  /** Message 消息名称 */
  msgName: string
  /** Message code 消息编号 */
  code: string | null
  /** Chinese text 中文文本 */
  textZh: string
  /** English text 英文文本 */
  textEn: string
  /** From the descriptors 来自描述文件 */
  isBuiltIn: boolean | null
  /** Remark 备注 */
  remark: string | null
}

/** Message text 消息文本: a new record. */
export interface MsgTextSave extends Input<MsgText, 'msgName' | 'textZh' | 'textEn', 'remark'> {}

/** Message text 消息文本: a change. */
export interface MsgTextUpdate extends Update<MsgTextSave> {}

/** Message text 消息文本: query parameters of a list. */
export interface MsgTextQuery extends
  SystemQuery<MsgTextSort>,
  TextFilter<MsgText, 'msgName' | 'code' | 'textZh' | 'textEn' | 'remark'>,
  BooleanFilter<MsgText, 'isBuiltIn'> {}

export type MsgTextSort = 'msgName' | 'code' | 'isBuiltIn' | 'remark'

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
  /** Remark 备注 */
  remark: string | null
}

/** School 学校信息: a new record. */
export interface SchoolInfoSave extends Input<SchoolInfo, 'name' | 'schoolCode' | 'entId' | 'stage' | 'regionId' | 'address' | 'students', 'nature' | 'organId' | 'principal' | 'phone' | 'diners' | 'boarding' | 'remark'> {}

/** School 学校信息: a change. */
export interface SchoolInfoUpdate extends Update<SchoolInfoSave> {}

/** School 学校信息: query parameters of a list. */
export interface SchoolInfoQuery extends
  SystemQuery<SchoolInfoSort>,
  TextFilter<SchoolInfo, 'name' | 'schoolCode' | 'address' | 'principal' | 'phone' | 'remark'>,
  DictionaryFilter<SchoolInfo, 'entId' | 'stage' | 'nature' | 'regionId' | 'organId' | 'boarding'>,
  IntegerFilter<SchoolInfo, 'students' | 'diners'> {}

export type SchoolInfoSort = 'name' | 'schoolCode' | 'entId' | 'stage' | 'nature' | 'regionId' | 'organId' | 'address' | 'principal' | 'phone' | 'students' | 'diners' | 'boarding'

/** Authority 监管机构 */
export interface SysOrgan extends SystemFields {
  /** Authority name 机构名称 */
  name: string
  /** Type 机构类别 */
  orgType: "1" | "2" | "3"
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
  /** Remark 备注 */
  remark: string | null
}

/** Region 行政区划: a new record. */
export interface SysRegionSave extends Input<SysRegion, 'code' | 'name' | 'regionLevel', 'parentId' | 'remark'> {}

/** Region 行政区划: a change. */
export interface SysRegionUpdate extends Update<SysRegionSave> {}

/** Region 行政区划: query parameters of a list. */
export interface SysRegionQuery extends
  SystemQuery<SysRegionSort>,
  TextFilter<SysRegion, 'code' | 'name' | 'remark'>,
  DictionaryFilter<SysRegion, 'parentId' | 'regionLevel'> {}

export type SysRegionSort = 'code' | 'name' | 'parentId' | 'regionLevel' | 'remark'

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
  /** Daily at 每日时间 */
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
  DictionaryFilter<SysTask, 'taskState' | 'lastResult'>,
  IntegerFilter<SysTask, 'intervalSeconds' | 'lastDuration' | 'failures'>,
  DateFilter<SysTask, 'nextTime' | 'lastTime'> {}

export type SysTaskSort = 'taskName' | 'englishName' | 'code' | 'taskState' | 'intervalSeconds' | 'dailyAt' | 'nextTime' | 'lastTime' | 'lastResult' | 'lastDuration' | 'failures'

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

/** The handlers that the product must have, by resource and name. */
export interface Actions {}
