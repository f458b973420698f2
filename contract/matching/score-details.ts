/**
 * Tables of evidence for counted scores: each row is one title or one transformed result; the counts in the archive are derived from the
 * rows.
 */

/** Kinds of intellectual property; `class` is the class in the score tables (Ⅰ or Ⅱ). */
export const ipKinds = [
  { value: 'invention', label: '发明专利', class: 1 },
  { value: 'plantVariety', label: '植物新品种', class: 1 },
  { value: 'cropVariety', label: '国家级农作物品种', class: 1 },
  { value: 'newDrug', label: '国家新药', class: 1 },
  { value: 'tcmProtected', label: '国家一级中药保护品种', class: 1 },
  { value: 'icLayout', label: '集成电路布图设计专有权', class: 1 },
  { value: 'utilityModel', label: '实用新型专利', class: 2 },
  { value: 'design', label: '外观设计专利', class: 2 },
  { value: 'software', label: '软件著作权', class: 2 },
] as const
export const ipWays = [
  { value: 'selfDeveloped', label: '自主研发' },
  { value: 'transfer', label: '受让' },
  { value: 'gift', label: '受赠' },
  { value: 'merger', label: '并购' },
] as const
export const conversionForms = [
  { value: 'product', label: '产品' },
  { value: 'service', label: '服务' },
  { value: 'process', label: '工艺' },
  { value: 'sample', label: '样品、样机' },
  { value: 'license', label: '许可或转让他人使用' },
] as const

export interface DetailColumn {
  key: string
  label: string
  type: 'text' | 'date' | 'year' | 'select'
  options?: readonly { value: string; label: string }[]
  required?: true
  max?: number
}
export const detailTableIds = ['ip', 'conversion'] as const
export type DetailTableId = (typeof detailTableIds)[number]
export interface DetailTable {
  id: DetailTableId
  label: string
  /** what is counted from the rows, for the person who fills them in */
  counted: string
  /** facts of the archive that are derived from the rows */
  fields: readonly string[]
  columns: readonly DetailColumn[]
}

export const detailTables: readonly DetailTable[] = [
  {
    id: 'ip',
    label: '知识产权明细',
    counted: '保存后，知识产权数量和获得方式按明细计算',
    fields: ['ipType1', 'ipType1SelfDev', 'ipType2', 'ipAcquisition'],
    columns: [
      { key: 'name', label: '名称', type: 'text', required: true, max: 100 },
      { key: 'kind', label: '类别', type: 'select', options: ipKinds, required: true },
      { key: 'number', label: '授权号或登记号', type: 'text', required: true, max: 40 },
      { key: 'grantedOn', label: '授权日期', type: 'date', required: true },
      { key: 'way', label: '获得方式', type: 'select', options: ipWays, required: true },
    ],
  },
  {
    id: 'conversion',
    label: '科技成果转化明细',
    counted: '保存后，近三年科技成果转化数按明细计算',
    fields: ['achievements3y'],
    columns: [
      { key: 'name', label: '成果名称', type: 'text', required: true, max: 100 },
      { key: 'year', label: '转化年度', type: 'year', required: true },
      { key: 'form', label: '转化形式', type: 'select', options: conversionForms, required: true },
      { key: 'source', label: '对应的知识产权或来源', type: 'text', max: 100 },
    ],
  },
]
export const detailTableOf = (id: DetailTableId): DetailTable => detailTables.find((t) => t.id === id)!
