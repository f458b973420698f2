import type { ReactNode } from 'react'
import { DemoCharts } from './demo-charts.client.tsx'
import { DemoForm } from './demo-form.client.tsx'
import { DemoList, DemoPanel, DemoStates } from './demo-list.client.tsx'
import { DemoChoices, DemoMarks, DemoUploads } from './demo-pieces.client.tsx'
import { DemoUnits } from './demo-units.client.tsx'

const Part = ({ id, title, children }: { id: string; title: string; children: ReactNode }) => (
  <section id={id} aria-labelledby={`${id}-title`} className="card" style={{ padding: 20, marginTop: 20 }}>
    <h2 id={`${id}-title`} style={{ fontSize: 18, lineHeight: '28px', marginBottom: 12 }}>
      {title}
    </h2>
    {children}
  </section>
)

export default function DemoScreen() {
  return (
    <div style={{ fontSize: 14, lineHeight: '22px' }}>
      <h1>组件演示</h1>
      <nav aria-label="组件" style={{ display: 'flex', flexWrap: 'wrap', gap: 16, marginTop: 8 }}>
        {[
          ['list', '列表'],
          ['form', '表单'],
          ['choices', '选择与日期'],
          ['uploads', '上传'],
          ['marks', '标记'],
          ['charts', '图表与标签'],
          ['units', '单位表'],
          ['panel', '小列表'],
          ['states', '列表状态'],
        ].map(([id, text]) => (
          <a key={id} href={`#${id}`}>
            {text}
          </a>
        ))}
      </nav>
      <Part id="list" title="列表">
        <DemoList />
      </Part>
      <Part id="form" title="表单">
        <DemoForm />
      </Part>
      <Part id="choices" title="选择与日期">
        <DemoChoices />
      </Part>
      <Part id="uploads" title="上传与导入">
        <DemoUploads />
      </Part>
      <Part id="marks" title="状态、标签、时间线">
        <DemoMarks />
      </Part>
      <Part id="charts" title="图表与标签">
        <DemoCharts />
      </Part>
      <Part id="units" title="发文单位与联系单位">
        <DemoUnits />
      </Part>
      <Part id="panel" title="小列表">
        <DemoPanel />
      </Part>
      <Part id="states" title="列表状态">
        <DemoStates />
      </Part>
    </div>
  )
}
