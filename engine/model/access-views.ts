import type { Bilingual } from './bilingual.ts'

/** A role in the tree of roles. */
export interface RoleView {
  readonly id: string
  readonly parentId: string | null
  readonly name: string
  readonly alias: string
  readonly dataScope: string
  readonly isBuiltIn: boolean
  /** How many permission codes it has. */
  readonly codes: number
  /** How many enabled users have it. */
  readonly users: number
}

/** The rights of a role. */
export interface RoleRightsView {
  readonly id: string
  readonly version: number
  readonly alias: string
  readonly dataScope: string
  /** The ids of its scopes. */
  readonly dataScopes: readonly string[]
  readonly apiScopes: readonly string[]
  /** All scopes of the tenant. */
  readonly scopes: readonly ScopeView[]
  /** It has every code without a grant. */
  readonly isAdministrator: boolean
  readonly codes: readonly string[]
  /** The codes that descriptors grant it. */
  readonly declared: readonly string[]
  /** The codes that the user may grant; null for all. */
  readonly grantable: readonly string[] | null
  /** What access rules of descriptors decide for it. */
  readonly rules: readonly RuleView[]
  /** The fields that it reads masked without a code, by resource. */
  readonly personal: readonly PersonalView[]
}

interface PersonalView {
  readonly resource: string
  /** The permission code to read them. */
  readonly code: string
  readonly titles: readonly Bilingual[]
}

/** A data scope or an API scope of a menu entry. */
export interface ScopeView {
  readonly kind: 'dataScopes' | 'apiScopes'
  readonly id: string
  readonly name: string
  /** The resource of the menu entry; absent for pages and groups. */
  readonly resource?: string
}

interface RuleView {
  readonly resource: string
  readonly where?: string
  readonly dataScope?: string
  /** Titles of fields that it does not read. */
  readonly hide: readonly Bilingual[]
  /** Titles of fields that it reads masked. */
  readonly mask: readonly Bilingual[]
}

/** What a change of a role changes for its users and for those of the roles below it. */
export interface RoleChange {
  /** How many users gain or lose a code or an API scope, or have another data scope. */
  readonly users: number
  /** The first of them. */
  readonly names: readonly string[]
  readonly gains: readonly CodeCount[]
  readonly losses: readonly CodeCount[]
  /** Ids of the roles that lose codes. */
  readonly below: readonly string[]
}

interface CodeCount {
  /** A permission code, or `apiScopes/` with the id of an API scope. */
  readonly code: string
  readonly users: number
}

/** What a change of a tenant package changes. */
export interface PackageChange {
  readonly tenants: readonly PackageTenant[]
  /** The resources that users of these tenants can reach then, or no longer. */
  readonly gains: readonly Bilingual[]
  readonly losses: readonly Bilingual[]
  /** How many users lose one that they may view now. */
  readonly losing: number
}

export interface PackageTenant {
  readonly id: string
  readonly name: string
  readonly expires: string | null
  /** Enabled users, and how many it may have; -1 without a limit. */
  readonly users: number
  readonly most: number | null
}

/** Why a user may or may not do something, as the access predicate decides it. */
export interface WhyView {
  readonly allowed: boolean
  readonly user: string
  readonly resource: Bilingual
  /** The display of the record, if one was asked for. */
  readonly record?: string
  /** In the order in which they are decided; `null` for what was not decided because one before it failed. */
  readonly steps: readonly WhyStep[]
  /** The titles of the roles that have the code. */
  readonly roles: readonly string[]
}

/** One of the conditions. */
export interface WhyStep {
  readonly kind: WhyKind
  readonly passed: boolean | null
  /** The title of the role that decides. */
  readonly role?: string
  /** A permission code, a data scope, an expression, or titles of fields. */
  readonly detail?: string
  /** What the record has, and what the user has. */
  readonly has?: string
  readonly needs?: string
  /** The file and line of the descriptors. */
  readonly place?: string
}

export type WhyKind =
  | 'account'
  | 'administrator'
  | 'own'
  | 'shared'
  | 'operation'
  | 'package'
  | 'rule'
  | 'code'
  | 'scope'
  | 'rows'
  | 'owner'
  | 'field'
