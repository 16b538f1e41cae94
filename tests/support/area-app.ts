import { sampleApp } from './sample-app.ts'

/** The sample with areas that have lines, for what is imported into them. */
export const areaApp: Readonly<Record<string, string>> = {
  ...sampleApp,
  'resources/city/area.yaml': `title: { zh: 片区, en: Area }
menu: { under: work, icon: map, order: 40 }
display: name
fields:
  areaNo: { type: serial, pattern: "P{0000}", title: { zh: 编号, en: No. } }
  name: { type: text, required: true, unique: true, max: 20, title: { zh: 名称, en: Name } }
  wardId: { type: reference, of: ward, title: { zh: 街区, en: Ward } }
  people: { type: integer, min: 0, title: { zh: 人口, en: People } }
  secret: { type: password, title: { zh: 口令, en: Password } }
  stalls: { type: children, of: areaStall, title: { zh: 摊位, en: Stalls } }
  rent: { type: money, compute: "stalls.sum(s, s.rent)", stored: true, title: { zh: 租金合计, en: Rent } }
allowIf: { edit: "people == null || people < 900000" }
`,
  'resources/city/areaStall.yaml': `title: { zh: 摊位, en: Stall }
partOf: areaId
display: keeper
fields:
  areaId: { type: reference, of: area, required: true }
  keeper: { type: text, required: true, title: { zh: 摊主, en: Keeper } }
  rent: { type: money, min: 0, title: { zh: 租金, en: Rent } }
`,
}
