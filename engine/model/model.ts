/** A text that a person reads, in both languages. */
export interface Bilingual {
  readonly zh: string
  readonly en: string
}

export type Language = keyof Bilingual

/** A JSON Schema, as plain data. */
export type JsonSchema = Readonly<Record<string, unknown>>

/**
 * What the compiler made of a folder of descriptors: plain, readonly, serialisable. Routes, queries and
 * screens are made from it and from nothing else.
 */
export interface Model {
  /** Version of the descriptor language. */
  readonly language: 1
  /** Digest of all that follows: two models of one revision behave alike. */
  readonly revision: string
  readonly title: Bilingual
  /** The resource that owns others' rows (`app.yaml`, `owner`). */
  readonly owner?: string
  readonly menus: readonly MenuGroup[]
  readonly resources: Readonly<Record<string, Resource>>
  readonly dictionaries: Readonly<Record<string, Dictionary>>
  readonly parameters: readonly Parameter[]
}

/** A group of the menu; resources stand under it by their `menu.under`. */
export interface MenuGroup {
  readonly key: string
  readonly title: Bilingual
  readonly icon: string
  readonly order: number
}

/** A setting that administrators change as a row; the descriptor gives its first value. */
export interface Parameter {
  readonly key: string
  readonly title: Bilingual
  readonly value: string
  readonly remark?: string
}

export interface Dictionary {
  /** `notice_letter_status`; the file's name. */
  readonly code: string
  readonly title: Bilingual
  /** In the file's order, which is the order shown. */
  readonly entries: readonly DictionaryEntry[]
}

export interface DictionaryEntry {
  /** What rules and lifecycles say: `draft`. */
  readonly name: string
  /** What column and wire hold: `"0"`. */
  readonly key: string
  readonly title: Bilingual
  /** Other spellings that imports, pasted cells and searches accept. */
  readonly aliases?: readonly string[]
  readonly colour?: DictionaryColour
  /** No longer offered, still shown where a row holds it. */
  readonly sealed: boolean
}

export const dictionaryColours = ['grey', 'blue', 'cyan', 'green', 'amber', 'orange', 'red', 'purple', 'pink'] as const
export type DictionaryColour = (typeof dictionaryColours)[number]

/** One descriptor: one table, one set of calls, one set of screens. */
export interface Resource {
  /** `entNoticeLetter`; the file's name, the path's last part, the type's name. */
  readonly name: string
  /** `ent`; the folder's name, the path's first part. */
  readonly module: string
  readonly title: Bilingual
  /** The title in the plural: menus and lists. */
  readonly titles: Bilingual
  /** One line on what it is for, shown where a list is empty. */
  readonly help?: Bilingual
  /** `ent_notice_letter`. */
  readonly table: string
  /** The resource's former name; the planner moves its table, grants and history. */
  readonly was?: string
  /** First part of its permission codes: `entNoticeLetter_view`. */
  readonly code: string
  /** Where its list stands in the web: `/ent/entNoticeLetter`. */
  readonly path: string
  /** Rows for all tenants: no `tenant_id`, keyed by `id` alone. */
  readonly shared: boolean
  readonly menu?: Menu
  /** The web has no screens of it; its calls stay. */
  readonly screens?: false
  /** The declared fields, mixins included, in the file's order. System fields are not among them. */
  readonly fields: readonly Field[]
  /** Field that stands for a record in references, tabs and breadcrumbs. */
  readonly display: string
  /** Dictionary field that says how it stands with a record: the lifecycle's, or the one that the descriptor names. */
  readonly state?: string
  readonly order: Order
  /** Field that refers to the app's owner resource; `id` on that resource itself. */
  readonly owner?: string
  /** Set on lines: the field that refers to the master, and the master. */
  readonly partOf?: { readonly field: string; readonly resource: string }
  /** Field that refers to the parent record of the same resource. */
  readonly tree?: string
  readonly rules: readonly Rule[]
  readonly list: { readonly columns: readonly string[]; readonly search: readonly string[] }
  readonly form: readonly FormGroup[]
  readonly lifecycle?: Lifecycle
  readonly actions: readonly Action[]
  readonly access: readonly AccessRule[]
  readonly allowIf?: AllowIf
}

/** CEL over the record before a change and `me`: while it is not true, the operation is refused for every user. */
export interface AllowIf {
  readonly edit?: string
  readonly delete?: string
}

export interface Menu {
  readonly under: string
  readonly icon: string
  readonly order: number
}

export interface Order {
  readonly field: string
  readonly descending: boolean
}

export interface FormGroup {
  readonly title?: Bilingual
  readonly help?: Bilingual
  readonly fields: readonly string[]
}

/** One field of a resource, with everything that any type of field may say. */
export interface Field {
  readonly name: string
  readonly title: Bilingual
  readonly help?: Bilingual
  /** A key of the field registry: `text`, `reference`. */
  readonly type: string
  /** `letter_status`; absent on `children`, which has no column. */
  readonly column?: string
  readonly required: boolean
  readonly unique: boolean
  /** Has an index of its own, so that large tables can be sorted by it. */
  readonly sort: boolean
  /** Given by the server or computed: never taken from input, shown but not asked. */
  readonly readOnly: boolean
  readonly default?: unknown
  /** CEL over the clock and `me`: the value of a new record, evaluated once when it is begun. Excludes `default`. */
  readonly defaultExpression?: string
  /** Save and new fills it in the next record with the value just entered. */
  readonly keep?: true
  /** CEL: the field is shown, and validated, while this is true. */
  readonly when?: string
  /** CEL: the value is computed from other fields. */
  readonly compute?: string
  /** The value is copied from the record that a reference names, when that is chosen. */
  readonly copy?: { readonly reference: string; readonly field: string }
  /** A computed value that also has a column. */
  readonly stored: boolean
  /** The field's former name; the planner moves column and data. */
  readonly was?: string
  /** Fields of the record that its `where` reads: what may be chosen here changes with them. */
  readonly reads?: readonly string[]
  /** The CEL type of a value, absent where rules cannot read it. */
  readonly rule?: RuleType
  /** The keys that only this type understands (`of`, `many`, `max`, …), checked and defaulted. */
  readonly options: Readonly<Record<string, unknown>>
}

/** Types of the rule language as cel-js names them, beside our own `decimal` and `date`. */
export type RuleType =
  | 'string'
  | 'int'
  | 'decimal'
  | 'bool'
  | 'date'
  | 'google.protobuf.Timestamp'
  | 'list<string>'
  | 'list<int>'

/** What must hold of a record before it is saved. */
export interface Rule {
  readonly that: string
  readonly say: Bilingual
  /** Fields that it reads: it runs when one of them changes. */
  readonly reads: readonly string[]
}

export interface Lifecycle {
  readonly field: string
  /** Name of a dictionary entry, as all states here. */
  readonly start: string
  readonly end: readonly string[]
  readonly moves: readonly Move[]
  /** The days that moves hold against the clock, deadlines first; empty where none does. */
  readonly dues: readonly Due[]
}

/** A day that a lifecycle waits for. */
export interface Due {
  /** A field of the record, of type date or datetime. */
  readonly field: string
  /** States that wait for it. */
  readonly from: readonly string[]
  /** The state that the move leads to. */
  readonly next: string
  /** What comes after it is bad: the move leads to a state in red. Else it is the day from which a move is open. */
  readonly isDeadline: boolean
}

/** A named step from one state to another. */
export interface Move {
  readonly name: string
  readonly title: Bilingual
  readonly from: readonly string[]
  readonly next: string
  /** Which users are offered it as the first button: all, none, or those with a role of these aliases. */
  readonly primary?: boolean | readonly string[]
  readonly if?: string
  /** Field to CEL expression. */
  readonly set: Readonly<Record<string, string>>
  readonly ask?: Ask
  /** The port without which it cannot be done: `sms`. */
  readonly needs?: string
  /** Name of the handler that the product owes. */
  readonly run?: string
  readonly wire: Wire
}

/** What no descriptor can say: a button, a call, a permission, and a handler in TypeScript. */
export interface Action {
  readonly name: string
  readonly title: Bilingual
  readonly if?: string
  readonly ask?: Ask
  /** The port without which it cannot be done: `sms`. */
  readonly needs?: string
  readonly run: string
  readonly wire: Wire
}

/** What a move or an action asks of the person. */
export type Ask =
  /** Fields of the record, which the move writes. */
  | { readonly kind: 'fields'; readonly fields: readonly string[] }
  /** Inputs of this once: kept in history, no columns. */
  | { readonly kind: 'inputs'; readonly fields: readonly Field[] }

export interface Wire {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** Under the entity's path: `handle`, `inspect/{entId}`. */
  readonly path: string
}

/** Which rows one role sees and what of them. */
export interface AccessRule {
  /** A role's alias. */
  readonly role: string
  /** Operations, and names of moves and actions. */
  readonly may: readonly (Operation | (string & {}))[]
  /** CEL over the row and `me`; absent means all rows. */
  readonly rows?: string
  readonly hide: readonly string[]
}

export const operations = ['view', 'add', 'edit', 'delete', 'export', 'import'] as const
export type Operation = (typeof operations)[number]
