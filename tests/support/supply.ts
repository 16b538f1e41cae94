/** Descriptors with every kind of text box: in a form, in lines, in a filter and in dialogs. */
export const supplyFiles = {
  'dictionaries/supply_grade.yaml': `title: { zh: 等级, en: Grade }
entries:
  first: { key: "1", title: { zh: 一等品, en: First }, aliases: [特选] }
  second: { key: "2", title: { zh: 二等品, en: Second } }
  third: { key: "3", title: { zh: 次品, en: Third } }
`,
  'dictionaries/supply_state.yaml': `title: { zh: 状态, en: State }
entries:
  open: { key: "0", title: { zh: 待验收, en: Open } }
  checked: { key: "1", title: { zh: 已验收, en: Checked } }
`,
  'resources/ent/supplyPlace.yaml': `title: { zh: 产地, en: Origin }
menu: { under: ent, order: 90 }
fields:
  name: { type: text, required: true, max: 20, title: { zh: 产地名称, en: Name of the origin } }
`,
  'resources/ent/supply.yaml': `title: { zh: 进货, en: Supply }
menu: { under: ent, order: 91 }
display: name
fields:
  name: { type: text, required: true, max: 20, title: { zh: 进货名称, en: Name } }
  placeId: { type: reference, of: supplyPlace, title: { zh: 产地, en: Origin } }
  grade: { type: dictionary, of: supply_grade, title: { zh: 等级, en: Grade } }
  marks: { type: dictionary, of: supply_grade, many: true, title: { zh: 标签, en: Marks } }
  regionId: { type: reference, of: sysRegion, title: { zh: 区域, en: Region } }
  quantity: { type: decimal, scale: 3, title: { zh: 数量, en: Quantity } }
  unit: { type: dictionary, of: weight_unit, title: { zh: 单位, en: Unit } }
  price: { type: money, title: { zh: 单价, en: Price } }
  state: { type: dictionary, of: supply_state }
  lines: { type: children, of: supplyLine, max: 3, columns: [item, grade, placeId, quantity, unit, arrival], title: { zh: 明细, en: Lines } }
list:
  columns: [name, placeId, grade, quantity, unit, price, state]
  search: [placeId, grade, marks, quantity]
lifecycle:
  field: state
  initial: open
  final: [checked]
  transitions:
    check:
      from: open
      to: checked
      input:
        checkedGrade: { type: dictionary, of: supply_grade, required: true, title: { zh: 验收等级, en: Checked grade } }
        checkedPlace: { type: reference, of: supplyPlace, required: true, title: { zh: 验收产地, en: Checked origin } }
        checkedOn: { type: date, title: { zh: 验收日期, en: Checked on } }
      set: { grade: input.checkedGrade, placeId: input.checkedPlace }
      title: { zh: 验收, en: Check }
`,
  'resources/ent/supplyLine.yaml': `title: { zh: 进货明细, en: Supply line }
menu: false
partOf: supplyId
fields:
  supplyId: { type: reference, of: supply, required: true }
  item: { type: text, required: true, max: 20, title: { zh: 品名, en: Item } }
  grade: { type: dictionary, of: supply_grade, title: { zh: 等级, en: Grade } }
  placeId: { type: reference, of: supplyPlace, title: { zh: 产地, en: Origin } }
  quantity: { type: decimal, scale: 3, title: { zh: 数量, en: Quantity } }
  unit: { type: dictionary, of: weight_unit, default: kilogram, title: { zh: 单位, en: Unit } }
  arrival: { type: date, default: today(), title: { zh: 到货日期, en: Arrival } }
  byId: { type: reference, of: bladeUser, default: me.id, title: { zh: 收货人, en: Received by } }
`,
}
