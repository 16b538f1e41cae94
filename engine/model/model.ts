import type { Bilingual, Order } from './bilingual.ts'
import type { Board, Chart } from './chart.ts'

export type { Bilingual, Order } from './bilingual.ts'

export type Language = keyof Bilingual

/** A JSON Schema, as plain data. */
export type JsonSchema = Readonly<Record<string, unknown>>

/**
 * The compiled form of a folder of descriptors: plain, readonly, serialisable. Routes, queries and screens depend only
 * on it.
 */
export interface Model {
  /** Version of the descriptor language. */
  readonly language: 2
  /** Digest of everything below: Models with the same revision behave alike. */
  readonly revision: string
  readonly title: Bilingual
  /** How the application presents itself; none in a part. */
  readonly brand?: Brand
  /** The resource that owns rows of other resources (`app.yaml`, `owner`). */
  readonly owner?: string
  /** The field of users that refers to their owners (`owner: { by }`); absent if users have none. */
  readonly ownersField?: string
  readonly menus: readonly MenuGroup[]
  /** Second places in the menu that administrators added. */
  readonly places?: readonly MenuPlace[]
  readonly pages: readonly WebPage[]
  readonly resources: Readonly<Record<string, Resource>>
  readonly dictionaries: Readonly<Record<string, Dictionary>>
  readonly parameters: readonly Parameter[]
  /** By day, whether the days that differ from their weekday are working days: rows that administrators edit. */
  readonly calendar?: Readonly<Record<string, boolean>>
  /** The roles that the app declares. Every tenant has a row of each, with their codes as edited there. */
  readonly roles: readonly DeclaredRole[]
  /** Digests of the processes of the app by key; none in a part, or without processes. */
  readonly processes?: Readonly<Record<string, string>>
  /** Messages by code; none in a part. */
  readonly messages: Readonly<Record<string, Message>>
  /** Charts by name; none in a part. */
  readonly charts: Readonly<Record<string, Chart>>
  /** Boards by name; none in a part. */
  readonly boards: Readonly<Record<string, Board>>
  /** What kinds of descriptors of parts built, by the names of the parts; none in a part of the Model. */
  readonly parts?: Readonly<Record<string, unknown>>
  /** Tables of parts that are no resources; none in a part of the Model. */
  readonly tables?: readonly PartTable[]
  /** How often tables and columns had been dropped when the server loaded it; none before. */
  readonly namesVersion?: number
  /** Of a part: the declared fields of users and roles that its expressions read, by the name after `me.`. */
  readonly me?: Readonly<Record<string, Field>>
  /** Of a part whose records contain permission codes: the tree of all of them. */
  readonly permissions?: readonly Permission[]
}

/**
 * A table of a part: its columns with their types, `bigint!` for one that is never null. The tenant is a further column, and
 * the first of the primary key.
 */
export interface PartTable {
  readonly name: string
  readonly columns: Readonly<Record<string, string>>
  readonly primaryKey: readonly string[]
  readonly indexes?: readonly (readonly string[])[]
}

/** A permission code, or what has some: a group of the menu, a resource. */
export interface Permission {
  /** The code; of a group or a resource, `group/…` or `resource/…`. */
  readonly id: string
  readonly title: Bilingual
  readonly children?: readonly Permission[]
}

/** How an application presents itself, to visitors too (the brand keys of `app.yaml`). */
export interface Brand {
  /** The short name: in the browser's title, on the sign-in page and in printed files. */
  readonly name: Bilingual
  readonly slogan?: Bilingual
  /** Texts of the sign-in page in place of the engine's. */
  readonly signIn?: SignInTexts
  readonly colours?: BrandColours
  /** The logo; without one, the first letter of the English name is drawn. */
  readonly mark?: MarkImage
}

export interface SignInTexts {
  /** The heading of the form. */
  readonly title?: Bilingual
  /** The line below the heading. */
  readonly help?: Bilingual
  /** The line below the slogan. */
  readonly note?: Bilingual
}

/** Colours as `#RRGGBB`. */
export interface BrandColours {
  /** The seed of buttons, links and selected entries where the user chose no theme. */
  readonly primary?: string
  /** The background of the picture on the sign-in page, under white text. */
  readonly signIn?: string
}

/** An image file. */
export interface MarkImage {
  readonly type: 'image/svg+xml' | 'image/png'
  /** The text of an SVG file, or a PNG file in base64. */
  readonly content: string
}

/** The rows in reach of a role. */
export const dataScopes = ['all', 'own', 'department', 'departmentAndBelow'] as const
export type DataScope = (typeof dataScopes)[number]

/** From the narrowest to all rows. */
export const scopesByWidth: readonly DataScope[] = ['own', 'department', 'departmentAndBelow', 'all']

/** A role that the app declares. */
export interface DeclaredRole {
  /** By which access rules name it. */
  readonly alias: string
  /** Its former aliases, the newest first. */
  readonly renamedFrom?: readonly string[]
  readonly title: Bilingual
  /** The permission codes that `allow` and the access rules of resources grant, sorted. */
  readonly codes: readonly string[]
  /** Names of the menu groups, resources and pages that the role sees; all without it. */
  readonly menus?: readonly string[]
  readonly dataScope: DataScope
}

/** A group of the menu, which contains the resources, pages and groups that name it. */
export interface MenuGroup {
  readonly key: string
  /** Its former names, the newest first; edits and history are renamed. */
  readonly renamedFrom?: readonly string[]
  readonly title: Bilingual
  readonly icon: string
  readonly order: number
  /** The parent group. */
  readonly under?: string
  /** A top menu: chosen in the top bar, it contains the groups of the side bar. */
  readonly top?: true
  /** Aliases of the roles that see the group; every role without it. */
  readonly roles?: readonly string[]
  /** An administrator removed it from the menu, with what it contains. */
  readonly hidden?: true
}

/** A second place of a list, a page or a group in the menu. */
export interface MenuPlace {
  readonly key: string
  readonly title: Bilingual
  /** What is shown there: `resource/letter`, by the id of the resource, `page/home` or `group/work`. */
  readonly of: string
  readonly menu: Omit<Menu, 'under'> & { readonly under?: string }
}

/** A page of the web that is not a screen of a resource. */
export interface WebPage {
  readonly key: string
  /** Its former names, the newest first; edits and history are renamed. */
  readonly renamedFrom?: readonly string[]
  /** The address: `/wel/index`. */
  readonly path: string
  readonly title: Bilingual
  /** Its position in the menu; without `under` at the top level. */
  readonly menu?: Omit<Menu, 'under'> & { readonly under?: string }
  /** The permission code that opens it, or the users that need none. */
  readonly code: 'signedIn' | 'anyone' | (string & {})
  /** Only users of the tenant of the platform can open it. */
  readonly platform?: true
  /** Whether it gets a tab. */
  readonly tab: 'keep' | 'none'
  /** Inside the application's frame, or the whole window; for a link, an iframe or a new window. */
  readonly frame: 'shell' | 'bare'
  /** Name of the React component that the product supplies. Excludes `link`. */
  readonly screen?: string
  /** Name of the board that it shows, instead of a screen or a link. */
  readonly board?: string
  /** Absolute http or https address of another site. */
  readonly link?: string
}

/** A setting that administrators change as a row; the descriptor contains its initial value. */
export interface Parameter {
  readonly key: string
  /** Its former names, the newest first; edited values and history are renamed. */
  readonly renamedFrom?: readonly string[]
  readonly title: Bilingual
  /** The type of its values, as a field without a column. */
  readonly field: Field
  readonly unit?: Bilingual
  /** The initial value as transmitted; absent where the values are dated. */
  readonly value?: ParameterValue
  /** The initial dated values, the earliest first; empty where there is one value. */
  readonly values: readonly DatedValue[]
  readonly remark?: string
}

export type ParameterValue = string | number | boolean

/** A value that applies from a day until the day of the next one. */
export interface DatedValue {
  /** `YYYY-MM-DD`. */
  readonly from: string
  readonly value: ParameterValue
}

export interface Dictionary {
  /** `notice_letter_status`; the file's name. */
  readonly code: string
  readonly title: Bilingual
  /** In the order of the file, which is the order of display. */
  readonly entries: readonly DictionaryEntry[]
  /** Former codes, the newest first. */
  readonly renamedFrom?: readonly string[]
}

export interface DictionaryEntry {
  /** The name used in rules and lifecycles: `draft`. */
  readonly name: string
  /** The stored and transmitted value: `"0"`. */
  readonly key: string
  readonly title: Bilingual
  /** Other spellings that imports, pasted cells and searches accept. */
  readonly aliases?: readonly string[]
  readonly colour?: DictionaryColour
  /** No longer offered, but still shown for rows that have it. */
  readonly sealed: boolean
  /** What programs read beside the title. */
  readonly remark?: string
  /** Former keys, the newest first. */
  readonly renamedFrom?: readonly string[]
}

export const dictionaryColours = ['grey', 'blue', 'cyan', 'green', 'amber', 'orange', 'red', 'purple', 'pink'] as const
export type DictionaryColour = (typeof dictionaryColours)[number]

export const messageChannels = ['sms', 'email', 'inApp'] as const
/** `sms`: a text message to a phone number. `email`: an e-mail to an address. `inApp`: a notice to a user. */
export type MessageChannel = (typeof messageChannels)[number]
/** A channel whose messages a provider sends to an address. */
export type AddressChannel = Exclude<MessageChannel, 'inApp'>

/** A text about a record, with its receivers: `messages/<code>.yaml`. */
export interface Message {
  /** The file's name. */
  readonly code: string
  readonly title: Bilingual
  /** The resource of the record. */
  readonly of: string
  /** What it is about: the name of an entry of `msg_obj_type`. */
  readonly kind?: string
  /** An administrator disabled it: it is neither sent nor offered. */
  readonly disabled?: true
  /** Placeholders are fields of the record, or of a record to which it refers: `{problem}`, `{entId.name}`. */
  readonly text: Bilingual
  /** The receivers by the name of their group, which a step may narrow. */
  readonly to: readonly ReceiverGroup[]
  readonly channels: readonly MessageChannel[]
}

/** The receivers of a message for one entry of `to`, by the name of the entry. */
export interface ReceiverGroup {
  readonly name: string
  readonly receivers: readonly Receiver[]
}

/**
 * A phone number, an e-mail address or users in a field of the record, or of a record to which it refers (`via`); the
 * users of its owner; the users with a role who may view it.
 */
export type Receiver =
  | { readonly kind: 'phone' | 'email' | 'users'; readonly via?: string; readonly field: string }
  | { readonly kind: 'owners' }
  | { readonly kind: 'role'; readonly role: string }

/** One descriptor: one table, one set of endpoints, one set of screens. */
export interface Resource {
  /** `entNoticeLetter`; the file's name, the path's last part, the type's name. */
  readonly name: string
  /** By which rows refer to it; absent where it is the name. */
  readonly id?: string
  /** `ent`; the folder's name, the path's first part. */
  readonly module: string
  readonly title: Bilingual
  /** The title in the plural: menus and lists. */
  readonly titles: Bilingual
  /** One line on its purpose, shown in an empty list. */
  readonly help?: Bilingual
  /** The law that requires its records to be kept. */
  readonly retention?: Bilingual
  /** `ent_notice_letter`: the name with which it was created. */
  readonly table: string
  /** Its former names, the newest first. */
  readonly renamedFrom?: readonly string[]
  /** First part of its permission codes: `entNoticeLetter_view`. */
  readonly code: string
  /** First part of the codes that grants contain; absent where it is the code. */
  readonly codeId?: string
  /** The path of its list in the web: `/ent/entNoticeLetter`. */
  readonly path: string
  /** Paths in other HTTP dialects, without `/api/`: `{ blade: 'blade-system/dept' }`. */
  readonly dialect?: { readonly blade: string }
  /** Rows shared by all tenants: no `tenant_id`, keyed by `id` alone. */
  readonly shared: boolean
  /** Shared rows of the platform: no user of another tenant can read them. */
  readonly platform?: true
  /**
   * `authority`: the rows grant rights, and writes pass the privilege-escalation guard. `descriptors`: the rows are
   * dictionaries or menu entries of the descriptors, of which some properties may be edited.
   */
  readonly guard?: 'authority' | 'descriptors'
  /** The key of the process that a new record starts, and that decides about it. */
  readonly approval?: string
  /** Only the system and handlers write the rows: users view and export them, and run actions. */
  readonly readOnly?: true
  /** Operations and actions that users may do with the rows that they created, without their codes. */
  readonly own?: readonly string[]
  readonly menu?: Menu
  /** The web has no screens for it; its endpoints remain. */
  readonly screens?: false
  /** The declared fields, mixins included, in the file's order, then those of binds. System fields are not among them. */
  readonly fields: readonly Field[]
  /** Field whose value represents a record in references, tabs and breadcrumbs. */
  readonly display: string
  /** Dictionary field with the state of a record: the lifecycle's, or the one named in the descriptor. */
  readonly state?: string
  readonly sort: Order
  /** Field that refers to the app's owner resource; `id` on that resource itself. */
  readonly owner?: string
  /** For lines: the field that refers to the master, and the master. */
  readonly partOf?: { readonly field: string; readonly resource: string }
  /** Field that refers to the parent record of the same resource. */
  readonly tree?: string
  readonly rules: readonly Rule[]
  readonly unique?: readonly UniqueSet[]
  readonly list: { readonly columns: readonly string[]; readonly search: readonly string[] }
  readonly form: readonly FormGroup[]
  readonly lifecycle?: Lifecycle
  readonly actions: readonly Action[]
  readonly queries: readonly DeclaredQuery[]
  readonly binds: readonly Bind[]
  readonly access: readonly AccessRule[]
  readonly allowIf?: AllowIf
  /** The reference to a record whose fields are shown beside those of the same name: these, or all that both have. */
  readonly against?: { readonly record: string; readonly fields?: readonly string[] }
}

/** Fields whose values together no two records of a tenant have, or no two lines of a master. */
export interface UniqueSet {
  readonly fields: readonly string[]
  /** The first and the last field of a period: records with equal values may not overlap in time. */
  readonly during?: readonly [from: string, to: string]
  /** CEL over stored fields and constants: the records among which the values are unique. */
  readonly where?: string
  readonly message?: Bilingual
}

/** CEL over the record before a change and `me`: unless it is true, the operation is refused for every user. */
export interface AllowIf {
  readonly edit?: string
  readonly delete?: string
}

export interface Menu {
  readonly under: string
  readonly icon: string
  readonly order: number
  /** An administrator removed the entry from the menu; rights do not depend on it. */
  readonly hidden?: true
}

export interface FormGroup {
  readonly title?: Bilingual
  readonly help?: Bilingual
  readonly fields: readonly string[]
}

/** Kinds of personal data. */
export const personalKinds = ['phone', 'idCard', 'name', 'health', 'minor'] as const
export type PersonalKind = (typeof personalKinds)[number]

/** One field of a resource, with the properties common to all field types. */
export interface Field {
  readonly name: string
  /** By which rows refer to it; absent where it is the name. */
  readonly id?: string
  readonly title: Bilingual
  readonly help?: Bilingual
  /** A key of the field registry: `text`, `reference`. */
  readonly type: string
  /** `letter_status`, the name with which it was created; absent on `children`, which has no column. */
  readonly column?: string
  readonly required: boolean
  /** CEL over the record after a change: a value is required while this is true. Excludes `required`. */
  readonly requiredIf?: string
  readonly unique: boolean
  /** Has an index of its own, so that large tables can be sorted by it. */
  readonly index: boolean
  /** Set by the server or computed: never accepted as input, shown but not editable. */
  readonly readOnly: boolean
  /** Names of the states in which clients cannot change the field of a stored record. */
  readonly readOnlyIn?: readonly string[]
  /** CEL over the record before a change and `me`: clients cannot change the field of a stored record while it is true. */
  readonly readOnlyIf?: string
  /** Aliases of the only roles whose users enter the field; administrators may, too. */
  readonly editableBy?: readonly string[]
  /**
   * The kind of personal data that it contains: masked for users without the code to unmask, and in messages sent to
   * addresses of the same record only.
   */
  readonly personal?: PersonalKind
  /** In the part of the Model for a user: values are masked, and can be revealed for a reason or not. */
  readonly mask?: 'revealable' | 'closed'
  readonly default?: unknown
  /** CEL over the clock and `me`: the initial value of a new record, evaluated once. Excludes `default`. */
  readonly defaultExpression?: string
  /** "Save and new" copies the entered value to the next record. */
  readonly keep?: true
  /** CEL: the field is shown, and validated, while this is true. */
  readonly when?: string
  /** CEL: the value is computed from other fields. */
  readonly compute?: string
  /** The value is copied from the record of a reference when it is chosen. */
  readonly copy?: { readonly reference: string; readonly field: string }
  /** A computed value that also has a column. */
  readonly stored: boolean
  /** `compute` reads other records: the database evaluates it when a record is read. */
  readonly derived?: true
  /** A stored value of related records: computed again in the transaction that changes one of them. */
  readonly rolledUp?: true
  /** Its former names, the newest first. */
  readonly renamedFrom?: readonly string[]
  /** Fields of the record that `where` reads, on which the candidates depend. */
  readonly reads?: readonly string[]
  /** The CEL type of a value; absent if rules cannot read it. */
  readonly rule?: RuleType
  /** The properties specific to the type (`of`, `many`, `max`, …), validated and with defaults. */
  readonly options: Readonly<Record<string, unknown>>
}

/** Types of the rule language as named by cel-js, with the additional `decimal` and `date`. */
export type RuleType =
  | 'string'
  | 'int'
  | 'decimal'
  | 'bool'
  | 'date'
  | 'google.protobuf.Timestamp'
  | 'list<string>'
  | 'list<int>'

/** A condition that a record must satisfy to be saved. */
export interface Rule {
  readonly rule: string
  readonly message: Bilingual
  /** The field that shows the message while it is shown itself. Default: the first changed one that the rule reads. */
  readonly at?: string
  /** Fields that it reads: it is checked when one of them changes. Of a step's rule, the entered ones, inputs first. */
  readonly reads: readonly string[]
  /** The name of the warning: a record that breaks it is saved if its user acknowledges this. */
  readonly warning?: string
}

/** The states of a resource and the transitions between them. */
export interface Lifecycle {
  readonly field: string
  /** Name of a dictionary entry, like all states here. */
  readonly initial: string
  readonly final: readonly string[]
  /** The states of the main path in order, from the initial one, if it is declared. */
  readonly path?: readonly string[]
  readonly transitions: readonly Transition[]
  /** The days and times for which records wait, deadlines first. */
  readonly dates: readonly LifecycleDate[]
}

/** A day or time for which records of a lifecycle wait. */
export interface LifecycleDate {
  /** CEL over the record, often the name of a field: a date or a datetime. */
  readonly at: string
  /** The fields that it reads. */
  readonly reads: readonly string[]
  /** States in which records wait for it. */
  readonly states: readonly string[]
  /** True if the records must have left the states by then (`due`); otherwise they may leave them from then on (`opens`). */
  readonly isDeadline: boolean
}

/** An operation that a descriptor declares for a record: a button, an endpoint and a permission. */
export interface Step {
  readonly name: string
  /** By which rows refer to it; absent where it is the name. */
  readonly id?: string
  /** Its former names, the newest first. */
  readonly renamedFrom?: readonly string[]
  readonly title: Bilingual
  /** CEL over the record: the day or time at which a job makes it. No user makes such a step. */
  readonly after?: string
  /** The engine makes it, and no user, in the transaction in which `if` becomes true. */
  readonly auto?: true
  /** CEL over the record, with `edit` applied, and `input`. */
  readonly if?: string
  /** Why `if` refuses: the refusal's text, and the reason of the disabled button. */
  readonly message?: Bilingual
  /** Conditions on what is entered. */
  readonly rules?: readonly Rule[]
  /** Values that are entered once. They have no column and are stored in history only. */
  readonly input: readonly Field[]
  /** Fields of the record that are entered and written. */
  readonly edit: readonly string[]
  /** How fields of `edit` differ from those of the record. */
  readonly refined?: Readonly<Record<string, EditRefinement>>
  /** Fields and the CEL expressions of their new values. */
  readonly set: Readonly<Record<string, string>>
  /** The port that it requires: `sms`. */
  readonly needs?: string
  /** Name of the handler that the product must implement. */
  readonly handler?: string
  /** The handler first asks a port, before the transaction. */
  readonly outside?: 'before'
  /** The other records that it writes, in this order, before it creates any. */
  readonly updates?: readonly UpdateEffect[]
  /** The records that it creates, in this order. */
  readonly creates?: readonly CreateEffect[]
  /** The messages that it sends, in this order. */
  readonly sends?: readonly SendEffect[]
  /** The process that it starts about the record. */
  readonly starts?: StartEffect
  /** The effects of parts that it runs, with their arguments as CEL expressions. */
  readonly runs?: Readonly<Record<string, Readonly<Record<string, string>>>>
  readonly http: HttpEndpoint
  /** The users for whom it is the first button: all, none, or those with one of these role aliases. */
  readonly primary?: boolean | readonly string[]
}

/** What a step changes of a field that it edits. */
export interface EditRefinement {
  readonly required?: boolean
  readonly title?: Bilingual
  readonly help?: Bilingual
  /** Of a `children` field: the fields of a line that are entered; all without it. */
  readonly columns?: readonly string[]
  /** Of a `children` field: lines may be added. */
  readonly add?: true
}

/** Other records that a step writes: the one that a reference names, or the rows of a resource that satisfy a condition. */
export interface UpdateEffect {
  /** A reference of the record, or one of the input (`input.warningId`). Excludes `of`. */
  readonly record?: string
  readonly of?: string
  /** CEL over a row of `of` (`it.`) and the record. */
  readonly where?: string
  /** The rows that come first; without it, more rows than `limit` are refused. */
  readonly sort?: Order
  readonly limit: number
  /** Fields and the CEL expressions of their values; with `transition`, what it enters. */
  readonly with: Readonly<Record<string, string>>
  /** Fields of the same name whose values are copied, if they have one. */
  readonly fields: readonly string[]
  /** A transition of the other record. Rows that are not in one of its initial states are left out. */
  readonly transition?: string
}

/** A record that a step creates, or one for each row of a list. */
export interface CreateEffect {
  /** The resource of the new record. */
  readonly of: string
  /** Its fields and the CEL expressions of their values, over the record after the step and `input`. */
  readonly with: Readonly<Record<string, string>>
  /** Its fields of lines. */
  readonly lines: Readonly<Record<string, LinesEffect>>
  /** Fields of the same name whose values are copied, if they have one. */
  readonly fields: readonly string[]
  /** A list of the source (lines, a bind, a reference to several): one record for each of its rows, which expressions read by `it.` */
  readonly each?: string
  /** CEL: it is created only if this is true. */
  readonly if?: string
  /** One per source record (with `each`, per row) and step; later steps link the existing record. */
  readonly once: boolean
}

/** A process that a step starts: that of `processes/<key>.bpmn`. */
export interface StartEffect {
  readonly process: string
  /** Declared variables of the process and the CEL expressions of their values. */
  readonly with: Readonly<Record<string, string>>
}

/** A message that a step sends after it is stored. Its failure does not undo the step. */
export interface SendEffect {
  /** Codes of messages of the resource; of several, the request chooses one by `templateId`. */
  readonly messages: readonly string[]
  /** Users choose among all messages of the resource, also those that operators added. */
  readonly open?: true
  /** The groups of receivers: some of the message's, or those that an input names; all without it. */
  readonly to?: readonly string[] | { readonly input: string }
  /** CEL: the text instead of the message's, if it has a value. */
  readonly text?: string
  /** The path of the endpoint that returns texts and receivers without sending. */
  readonly preview?: string
  /** CEL: it is sent only if this is true. */
  readonly if?: string
}

/** Lines of a new record, one for each row of a list. */
export interface LinesEffect {
  /** A list of the source, as in `CreateEffect`. */
  readonly each: string
  /** CEL over the row (`it.`): the rows that count. */
  readonly where?: string
  readonly with: Readonly<Record<string, string>>
}

/** A step from some states to another state. */
export interface Transition extends Step {
  readonly from: readonly string[]
  readonly to: string
}

/** A step that leaves the state unchanged. */
export interface Action extends Step {
  /** It belongs to no record: it has neither `edit` nor `set`, and its handler writes through the store. */
  readonly on?: 'collection'
  /** What the response contains, as returned by the handler. */
  readonly returns?: readonly Field[]
}

/** A query that a descriptor declares: an endpoint that reads, under the same predicate as lists. */
export interface DeclaredQuery {
  readonly name: string
  readonly title: Bilingual
  /** The permission code, if it is granted on its own; otherwise that of viewing. */
  readonly code?: string
  readonly http: HttpEndpoint
  /** CEL over the row, `input` and `me`. */
  readonly where?: string
  readonly input: readonly Field[]
  readonly sort?: Order
  /** Fields of the record, or names with CEL expressions over the record that was read; absent for the whole record. */
  readonly columns?: readonly string[] | Readonly<Record<string, string>>
  /** `where` may be evaluated without an index. */
  readonly small?: true
  /** Fields by whose values the records are grouped: a row of the result is a group. */
  readonly group?: readonly string[]
  /** With `group`: what is computed for each group, by its name in the row: `sum(amount)`. */
  readonly measure?: Readonly<Record<string, string>>
  /** The rows found are taken for the caller, who reviews them. */
  readonly claims?: Claims
  /** The name of the handler that gives the result. */
  readonly handler?: string
  /** What is found, or of a query with a handler the values that it returns. */
  readonly returns: 'page' | 'list' | 'one' | 'count' | readonly Field[]
}

/** For how long a call of a query takes rows, and how many at once. */
export interface Claims {
  readonly minutes: number
  readonly rows: number
}

/**
 * Links of the records of a resource (left) to those of another (right), in a table of its own. The field of the same
 * name, of the type `bind`, has what expressions, access rules and screens read of it.
 */
export interface Bind {
  readonly name: string
  /** By which grants refer to it; absent where it is the name. */
  readonly id?: string
  /** Its former names, the newest first. */
  readonly renamedFrom?: readonly string[]
  readonly title: Bilingual
  /** The resource of the right records. */
  readonly of: string
  /** `wit_template__cameras`. */
  readonly table: string
  /** The name of the left record's id in requests. */
  readonly self: string
  /** What the reading endpoint returns: the ids of the right records, or the records. */
  readonly returns: 'ids' | 'list'
  /** Replaces the links of a record. */
  readonly post: HttpEndpoint
  readonly get: HttpEndpoint
}

/** The method and path of an endpoint that a descriptor declares. `GET` never writes. */
export interface HttpEndpoint {
  readonly method: 'GET' | 'POST' | 'PUT'
  /** Path below that of the resource: `handle`, `inspect/{entId}`; absolute with a leading slash: `/api/ent/v1/…`. */
  readonly path: string
}

/** The rows and fields that a role may access. */
export interface AccessRule {
  /** A role's alias. */
  readonly role: string
  /** Operations, and names of transitions and actions. */
  readonly allow: readonly (Operation | (string & {}))[]
  /** CEL over the row and `me`; absent for all rows. */
  readonly where?: string
  /** Instead of the role's. */
  readonly dataScope?: DataScope
  readonly hide: readonly string[]
  /** Fields that the role reads masked, whatever its codes. */
  readonly mask?: readonly string[]
}

export const operations = ['view', 'add', 'edit', 'delete', 'export', 'import', 'importState', 'unmask'] as const
export type Operation = (typeof operations)[number]
