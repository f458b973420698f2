import { lazy, Suspense, type ComponentType } from 'react'
import { Link, useSearchParams } from 'react-router'

// Each part is loaded separately, so that `?part=` shows one without loading the others.
const part = (load: () => Promise<ComponentType>) => lazy(async () => ({ default: await load() }))
const parts: readonly { id: string; name: string; title: string; Content: ComponentType }[] = [
  { id: 'list', name: '列表', title: '列表', Content: part(async () => (await import('./demo-list.client.tsx')).DemoList) },
  { id: 'form', name: '表单', title: '表单', Content: part(async () => (await import('./demo-form.client.tsx')).DemoForm) },
  {
    id: 'choices',
    name: '选择与日期',
    title: '选择与日期',
    Content: part(async () => (await import('./demo-pieces.client.tsx')).DemoChoices),
  },
  {
    id: 'choosing',
    name: '分类与地区',
    title: '分类、地区、排序',
    Content: part(async () => (await import('./demo-choosing.client.tsx')).DemoChoosing),
  },
  { id: 'uploads', name: '上传', title: '上传与导入', Content: part(async () => (await import('./demo-pieces.client.tsx')).DemoUploads) },
  {
    id: 'marks',
    name: '标记',
    title: '状态、标签、时间线',
    Content: part(async () => (await import('./demo-pieces.client.tsx')).DemoMarks),
  },
  {
    id: 'charts',
    name: '图表与标签',
    title: '图表与标签',
    Content: part(async () => (await import('./demo-charts.client.tsx')).DemoCharts),
  },
  {
    id: 'units',
    name: '单位表',
    title: '发文单位与联系单位',
    Content: part(async () => (await import('./demo-units.client.tsx')).DemoUnits),
  },
  {
    id: 'editor',
    name: '富文本',
    title: '富文本（高 550）',
    Content: part(async () => (await import('./demo-editor.client.tsx')).DemoEditor),
  },
  { id: 'files', name: '更多上传', title: '更多上传', Content: part(async () => (await import('./demo-files.client.tsx')).DemoFiles) },
  {
    id: 'dialogs',
    name: '对话框',
    title: '登录、密码与反馈对话框',
    Content: part(async () => (await import('./demo-dialogs.client.tsx')).DemoDialogs),
  },
  {
    id: 'lock',
    name: '锁定企业',
    title: '锁定企业',
    Content: part(async () => (await import('./demo-lock.client.tsx')).DemoLock),
  },
  {
    id: 'preview',
    name: '表单预览',
    title: '表单预览',
    Content: part(async () => (await import('./demo-dialogs.client.tsx')).DemoPreview),
  },
  { id: 'panel', name: '小列表', title: '小列表', Content: part(async () => (await import('./demo-list.client.tsx')).DemoPanel) },
  { id: 'states', name: '列表状态', title: '列表状态', Content: part(async () => (await import('./demo-list.client.tsx')).DemoStates) },
]

/** All parts of the kit, or the one named by `?part=`. */
export default function DemoScreen() {
  const [params] = useSearchParams()
  const only = parts.find((p) => p.id === params.get('part'))
  return (
    <div style={{ fontSize: 'max(14px, var(--fs-least))', lineHeight: 1.6 }}>
      <h1>组件演示</h1>
      <nav aria-label="组件" style={{ display: 'flex', flexWrap: 'wrap', gap: '4px 16px', marginTop: 8 }}>
        <Link to="/demo" aria-current={only ? undefined : 'page'}>
          全部
        </Link>
        {parts.map((p) => (
          <Link key={p.id} to={`/demo?part=${p.id}`} aria-current={p === only ? 'page' : undefined}>
            {p.name}
          </Link>
        ))}
      </nav>
      {(only ? [only] : parts).map(({ id, title, Content }) => (
        <section key={id} id={id} aria-labelledby={`${id}-title`} className="card" style={{ padding: 20, marginTop: 20 }}>
          <h2 id={`${id}-title`} style={{ fontSize: 18, lineHeight: '28px', marginBottom: 12 }}>
            {title}
          </h2>
          <Suspense fallback={<p role="status">正在加载…</p>}>
            <Content />
          </Suspense>
        </section>
      ))}
    </div>
  )
}
