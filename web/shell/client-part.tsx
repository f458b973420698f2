import { useEffect, useRef, useState, type ComponentType, type ReactNode } from 'react'
import { withChunkTimeout } from './chunks.ts'
import { NeedsScript } from './needs-script.tsx'

interface Props<P> {
  load: () => Promise<{ default: ComponentType<P> }>
  props?: P
  fallback?: ReactNode
}
type Loaded<P> = { Part: ComponentType<P>; Provider: ComponentType<{ children: ReactNode }> }

/**
 * A part of a public screen that only runs in the browser, inside the workbench kit: `<ClientPart load={() =>
 * import('./declare-form.client.tsx')} props={{ id }} />`. The file name ends in `.client.tsx`, and the file has a default export.
 */
export function ClientPart<P extends object>({
  load,
  props,
  fallback = (
    <>
      <p className="meta" role="status">
        正在加载…
      </p>
      <NeedsScript what="这部分内容需要浏览器运行脚本" />
    </>
  ),
}: Props<P>) {
  const [attempt, setAttempt] = useState(0)
  const [loaded, setLoaded] = useState<Loaded<P> | Error | null>(null)
  const loader = useRef(load)
  useEffect(() => {
    let gone = false
    const both = withChunkTimeout(() => Promise.all([import('../kit/provider.client.tsx'), loader.current()]))
    both().then(
      ([{ KitProvider }, { default: Part }]) => {
        if (!gone) setLoaded({ Part, Provider: KitProvider })
      },
      (error: unknown) => {
        if (!gone) setLoaded(error instanceof Error ? error : new Error(String(error)))
      },
    )
    return () => {
      gone = true
    }
  }, [attempt])
  if (!loaded) return fallback
  if (loaded instanceof Error) {
    return (
      <p role="alert">
        内容没有加载成功，请检查网络后重试。
        <button
          type="button"
          className="btn btn-small"
          onClick={() => {
            setLoaded(null)
            setAttempt(attempt + 1)
          }}
        >
          重试
        </button>
      </p>
    )
  }
  const { Part, Provider } = loaded
  return (
    <Provider>
      <Part {...(props ?? ({} as P))} />
    </Provider>
  )
}
