/** Fields and lists that an editor adds for the clauses beside this file; figures of money are 万元. */
const figure = (key: string, label: string, unit: string | null = '万元') => ({ key, label, type: 'number' as const, unit })
const choice = (key: string, label: string, options: Record<string, string>) => ({
  key,
  label,
  type: 'enum' as const,
  options: Object.entries(options).map(([value, text]) => ({ value, label: text })),
})
const day = (key: string, label: string) => ({ key, label, type: 'date' as const })
const dated = (key: string, label: string, unit: string, figures: Record<string, number>) => ({
  ...figure(key, label, unit),
  derived: true,
  dated: Object.entries(figures).map(([from, value]) => ({ from, value })),
})

export const clauseFields = [
  figure('own1', '租用厂房面积', '平方米'),
  figure('own2', '每平方米月租金', '万元'),
  dated('own3', '一年期LPR', 'ratio', { '2025-01-20': 0.031, '2025-05-20': 0.03, '2026-02-20': 0.029 }),
  figure('own4', '从其他渠道已得的同类支持'),
  figure('own5', '上级已给的补助'),
  dated('own6', '全县在岗职工年平均工资', '万元', { '2025-01-01': 7.2, '2026-01-01': 7.5 }),
  figure('own7', '本企业年平均工资'),
  choice('own8', '绿色工厂评价', { a: 'A级', b: 'B级', c: 'C级' }),
  figure('own9', '上年度产值'),
  figure('own10', '上上年度产值'),
  figure('own11', '企业上市阶段补助已得'),
  figure('own12', '贷款月数', '月'),
  figure('own13', '上年度缴纳税收'),
  figure('own14', '上上年度缴纳税收'),
  {
    ...figure('own15', '数字化改造评分', '分'),
    derived: true,
    expr: '(infoInvestment >= 500 ? 40 : infoInvestment >= 100 ? 20 : 0) + (coreBizIT ? 30 : 0) + (digitalLevel >= 3 ? 30 : digitalLevel >= 2 ? 15 : 0)',
  },
  day('own16', '专精特新认定日期'),
  figure('own17', '入驻园区年数', '年'),
  {
    key: 'table1',
    label: '参展情况',
    type: 'rows' as const,
    columns: [figure('f1', '展位费'), choice('f2', '展会类别', { in: '境内', out: '境外' }), day('f3', '开展日期')],
  },
  {
    key: 'table2',
    label: '新招高校毕业生',
    type: 'rows' as const,
    columns: [
      choice('f1', '学历', { doctor: '博士', master: '硕士', bachelor: '本科' }),
      figure('f2', '参保月数', '月'),
      day('f3', '到岗日期'),
    ],
  },
  {
    key: 'table3',
    label: '新购设备',
    type: 'rows' as const,
    columns: [figure('f1', '发票金额'), day('f2', '购置日期'), { key: 'f3', label: '进口设备', type: 'boolean' as const }],
  },
  {
    key: 'related',
    label: '集团内关联企业',
    type: 'rows' as const,
    columns: [figure('revenueY1', '上年度营业（销售）收入'), figure('rdExpenseY1', '上年度研发费用')],
  },
  {
    key: 'support',
    label: '本平台已给的支持',
    type: 'rows' as const,
    columns: [
      { key: 'policy', label: '政策', type: 'string' as const },
      choice('level', '政策级别', { '1': '国家级', '2': '省级', '3': '市级', '4': '县级' }),
      { key: 'year', label: '年度', type: 'integer' as const, unit: '年' },
      figure('amount', '金额'),
      { key: 'paid', label: '已拨付', type: 'boolean' as const },
    ],
  },
]
