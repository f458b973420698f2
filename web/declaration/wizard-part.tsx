import type { ReactNode } from 'react'

/** One part of the wizard. All parts stay mounted, one is visible; its heading gets the focus when the part is opened. */
export function WizardPart(part: { id: string; title: string; hint: string | undefined; hidden: boolean; children: ReactNode }) {
  return (
    <section id={`part-${part.id}`} hidden={part.hidden} aria-labelledby={`part-${part.id}-h`}>
      <h2 id={`part-${part.id}-h`} tabIndex={-1}>
        {part.title}
      </h2>
      {part.hint && <p className="meta">{part.hint}</p>}
      {part.children}
    </section>
  )
}
