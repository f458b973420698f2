/** A complete policy as an editor sends it; `over` replaces single values. */
export const policyDraft = (over: Record<string, unknown> = {}) => ({
  policyTitle: '县级智能化改造补助',
  policyDepName: '县经信局',
  level: '4',
  supportModes: ['01'],
  industries: ['C'],
  summary: '对智能化改造投入给予补助。',
  content: '<h2>支持内容</h2><p>按投入的一成补助。</p>',
  rule: {
    conditions: { all: [{ id: 'c1', field: 'equipmentInvestment', op: 'gte', value: 100, unit: '万元', label: '设备投资≥100万元' }] },
    benefits: [{ kind: 'rate', name: '设备补助', base: 'equipmentInvestment', rate: 0.1, cap: 80, unit: '万元', formula: '投资×10%' }],
  },
  ...over,
})
