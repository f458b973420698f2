import css from './form.module.css'

export const stepId = (form: string, at: number): string => `${form}_step${at}`

/** The sections of a long form in one line; a click opens a section and scrolls to it. */
export const FormSteps = ({ form, sections }: { form: string; sections: readonly string[] }) => (
  <nav className={css.steps} aria-label="步骤">
    {sections.map(
      (section, at) =>
        section && (
          <button
            key={section}
            type="button"
            onClick={() => {
              const step = document.getElementById(stepId(form, at))
              if (step instanceof HTMLDetailsElement) step.open = true
              step?.scrollIntoView({ block: 'start' })
              step?.querySelector('summary')?.focus({ preventScroll: true })
            }}
          >
            {at + 1} {section}
          </button>
        ),
    )}
  </nav>
)
