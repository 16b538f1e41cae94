import type { MessageParameters } from './problem-messages.ts'

/** A YAML feature that the language does not accept, with its position. */
export interface YamlFault {
  readonly offset: number
  readonly code:
    | 'yaml.alias'
    | 'yaml.bracket-extra'
    | 'yaml.bracket-open'
    | 'yaml.colon'
    | 'yaml.colon-in-text'
    | 'yaml.colon-space'
    | 'yaml.comma'
    | 'yaml.comment'
    | 'yaml.conflict'
    | 'yaml.control'
    | 'yaml.dash'
    | 'yaml.dash-space'
    | 'yaml.deep'
    | 'yaml.equals'
    | 'yaml.full-width'
    | 'yaml.indent'
    | 'yaml.key-twice'
    | 'yaml.quote-braces'
    | 'yaml.quote-comma'
    | 'yaml.quote-inside'
    | 'yaml.quote-open'
    | 'yaml.quote-start'
    | 'yaml.space'
    | 'yaml.syntax'
    | 'yaml.tab'
    | 'yaml.unstorable'
  readonly words: MessageParameters
}
