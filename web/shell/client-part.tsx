import { Component, lazy, Suspense, useEffect, useMemo, useState, type ComponentType, type ReactNode } from 'react'
import { withChunkTimeout } from './chunks.ts'

interface Props<P> { load: () => Promise<{ default: ComponentType<P> }>; props?: P; fallback?: ReactNode }

/**
 * A part of a public screen that lives in the browser only and stands in the workbench kit:
 * `<ClientPart load={() => import('./declare-form.client.tsx')} props={{ id }} />`. The file's name ends in `.client.tsx` and exports a default.
 */
export function ClientPart<P extends object>({ load, props, fallback = <p className="meta" role="status">正在加载…</p> }: Props<P>) {
  const [alive, setAlive] = useState(false)
  const [attempt, setAttempt] = useState(0)
  useEffect(() => setAlive(true), [])
  const Part = useMemo(() => {
    void attempt
    return lazy(withChunkTimeout(async () => {
      const [{ KitProvider }, { default: Inner }] = await Promise.all([import('../kit/provider.client.tsx'), load()])
      return { default: (given: P) => <KitProvider><Inner {...given} /></KitProvider> }
    }))
    // The loader is a new function at every rendering; the part must not be.
  }, [attempt])
  if (!alive) return fallback
  return <Retry key={attempt} again={() => setAttempt(attempt + 1)}><Suspense fallback={fallback}><Part {...(props ?? {} as P)} /></Suspense></Retry>
}

class Retry extends Component<{ again(): void; children: ReactNode }, { error: Error | null }> {
  override state: { error: Error | null } = { error: null }
  static getDerivedStateFromError(error: Error) { return { error } }
  override render() {
    if (!this.state.error) return this.props.children
    return <p role="alert">{/加载/.test(this.state.error.message) ? this.state.error.message : '内容加载失败'} <button type="button" className="btn btn-small" onClick={this.props.again}>重试</button></p>
  }
}
