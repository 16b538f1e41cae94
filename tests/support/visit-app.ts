/** An app of one resource, `visit`, with a lifecycle and a process about its records; `actions` are lines of its file. */
export const visitApp = (process: string, actions = '') => ({
  'app.yaml': 'language: 2\ntitle: { zh: 样例, en: Sample }\n',
  'menus.yaml': 'city: { title: { zh: 城市, en: City }, icon: store, order: 10 }\n',
  'dictionaries/visit_state.yaml': `title: { zh: 状态, en: State }\nentries:\n${['open', 'done'].map(entry).join('\n')}\n`,
  'resources/city/visit.yaml': `title: { zh: 走访, en: Visit }
display: name
approval: visit
fields:
  name: { type: text, required: true, title: { zh: 名称, en: Name } }
  state: { type: dictionary, of: visit_state, title: { zh: 状态, en: State } }
lifecycle:
  field: state
  initial: open
  final: [done]
  transitions:
    finish: { from: open, to: done, title: { zh: 完成, en: Finish } }
${actions}`,
  'processes/visit.bpmn': process
    .replaceAll('"p"', '"visit"')
    .replace('isExecutable', 'app:resource="visit" isExecutable'),
})

const entry = (name: string, key: number) => `  ${name}: { key: "${key}", title: { zh: ${name}, en: ${name} } }`
