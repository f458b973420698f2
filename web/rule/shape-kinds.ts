/** The kinds of calculation in place of a field; `formula` is handwritten. */
export type ShapeKind =
  | 'growth'
  | 'growth2'
  | 'compound'
  | 'share'
  | 'difference'
  | 'sum'
  | 'average'
  | 'years'
  | 'months'
  | 'monthsBegun'
  | 'days'
  | 'yearGap'
  | 'within'
  | 'count'
  | 'lower'
  | 'higher'
  | 'rows'
  | 'received'
  | 'together'
  | 'steps'
  | 'graded'
  | 'option'
  | 'formula'

/** The choices of an editor: label, the fields needed, and the label of each. */
export const shapeKinds: readonly {
  value: ShapeKind
  label: string
  of: 'number' | 'date' | 'choices' | 'none'
  names: readonly string[]
  more?: true
}[] = [
  { value: 'growth', label: '增长率（甲 ÷ 乙 − 1）', of: 'number', names: ['本期', '上期'] },
  { value: 'growth2', label: '连续两年增长率（较低的一年）', of: 'number', names: ['本年', '上年', '再上一年'] },
  { value: 'compound', label: '年均增长率（几年复合）', of: 'number', names: ['本期', '几年前'] },
  { value: 'share', label: '占比（甲 ÷ 乙）', of: 'number', names: ['分子', '分母'] },
  { value: 'difference', label: '差额（甲 − 乙）', of: 'number', names: ['被减', '减去'] },
  { value: 'sum', label: '合计', of: 'number', names: ['第 1 项', '第 2 项'], more: true },
  { value: 'average', label: '平均', of: 'number', names: ['第 1 项', '第 2 项'], more: true },
  { value: 'years', label: '满几年（按日历）', of: 'date', names: ['从', '到'] },
  { value: 'months', label: '满几个月（按日历）', of: 'date', names: ['从', '到'] },
  { value: 'monthsBegun', label: '几个月（不足一个月按一个月计）', of: 'date', names: ['从', '到'] },
  { value: 'days', label: '相隔天数', of: 'date', names: ['从', '到'] },
  { value: 'yearGap', label: '相隔几个年度（当年为 0，上一年度为 1）', of: 'date', names: ['从', '到'] },
  { value: 'within', label: '几个月内（按日历）', of: 'date', names: ['从', '这一天'] },
  { value: 'lower', label: '几项取低', of: 'number', names: ['第 1 项', '第 2 项'], more: true },
  { value: 'higher', label: '几项取高', of: 'number', names: ['第 1 项', '第 2 项'], more: true },
  { value: 'steps', label: '逐步加减乘除（每一项可设上限、乘比例）', of: 'none', names: [] },
  { value: 'graded', label: '按档取数（满多少取多少、分段累计）', of: 'none', names: [] },
  { value: 'option', label: '按选项取数', of: 'none', names: [] },
  { value: 'received', label: '已得到的支持（本平台的加企业填报的）', of: 'none', names: [] },
  { value: 'together', label: '合并关联企业（本企业加清单中的企业）', of: 'none', names: [] },
  { value: 'count', label: '多选的项数（选了几项）', of: 'choices', names: ['多选'] },
  { value: 'rows', label: '统计清单中的行', of: 'none', names: [] },
  { value: 'formula', label: '自写算式', of: 'none', names: [] },
]
export const shapeOf = (kind: ShapeKind) => shapeKinds.find((each) => each.value === kind)!
