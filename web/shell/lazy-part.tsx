import { lazy, Suspense, type ComponentType, type ReactNode } from 'react'
import { withChunkTimeout } from './chunks.ts'

/**
 * A form, dialog or tab that arrives when it is first shown, so that the list around it stands without the schemas and fields it needs:
 * `const Schedule = lazyPart(() => import('./schedule-form.client.tsx').then((m) => m.Schedule))`. `waiting` stands there until then.
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

/** What stands in the place of a tab that is on its way. */
export const onItsWay = (
  <p className="meta" role="status">
    正在加载…
  </p>
)
