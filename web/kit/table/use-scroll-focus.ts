import { useEffect, type RefObject } from 'react'

/** A table body that scrolls sideways can be reached with the keyboard, also when no row holds a focusable element (WCAG 2.1.1). */
export function useScrollFocus(box: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    box.current?.querySelector('.ant-table-body, .ant-table-content')?.setAttribute('tabindex', '0')
  })
}
