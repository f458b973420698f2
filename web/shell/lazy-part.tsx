import { lazy, Suspense, type ComponentType, type ReactNode } from 'react'
import { withChunkTimeout } from './chunks.ts'

/**
 * A form, dialog or tab that is loaded when it is first shown, so that its list does not wait for schemas and fields: `const Schedule =
 * lazyPart(() => import('./schedule-form.client.tsx').then((m) => m.Schedule))`. `waiting` is shown until then.
 */
export function lazyPart<P extends object>(load: () => Promise<ComponentType<P>>, waiting: ReactNode = null): ComponentType<P> {
  const Part = lazy(withChunkTimeout(async () => ({ default: await load() }))) as unknown as ComponentType<P>
  return function LazyPart(props) {
    return (
      <Suspense fallback={waiting}>
        <Part {...props} />
      </Suspense>
    )
  }
}

/** Shown in place of a tab that is still loading. */
export const onItsWay = (
  <p className="meta" role="status">
    正在加载…
  </p>
)
