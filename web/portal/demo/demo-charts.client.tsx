import { useState } from 'react'
import { BarChart } from '../../kit/chart/bar-chart.tsx'
import { LabelSelector } from '../../kit/choose/label-selector.tsx'

const months = ['一月', '二月', '三月', '四月', '五月', '六月']
const series = [
  { name: '呼入', values: [210, 168, 245, 301, 280, 264] },
  { name: '呼出', values: [96, 80, 132, 150, 141, null] },
  { name: '已办结', values: [180, 160, 220, 270, 262, 240] },
]
const labels = [
  {
    label: '支持方式',
    value: 'mode',
    children: [
      { label: '资金奖补', value: 11 },
      { label: '税收优惠', value: 12 },
      { label: '贷款贴息', value: 13 },
    ],
  },
  {
    label: '适用对象',
    value: 'for',
    children: [
      { label: '规上工业企业', value: 21 },
      { label: '高新技术企业', value: 22 },
      { label: '专精特新', value: 23 },
      { label: '个体工商户', value: 24 },
    ],
  },
  { label: '数字化转型', value: 31 },
]

export function DemoCharts() {
  const [chosen, setChosen] = useState<unknown>([22])
  return (
    <>
      <BarChart title="四月来电最多，当月办结率 90%" unit="件" nameLabel="月份" names={months} series={series} note="演示数据" />
      <h3 style={{ margin: '24px 0 8px', fontSize: 'max(16px, var(--fs-least))' }}>政策标签</h3>
      <LabelSelector label="政策标签" source={labels} value={chosen} onChange={setChosen} limit={5} />
    </>
  )
}
