import type { HomeRow } from '../../../contract/policy/home.ts'
import type { Kernel } from '../kernel.ts'
import { perKernel } from '../per-kernel.ts'

/** A list of a domain on the home page. */
export interface HomeList {
  code: string
  /** its title until administrators change it */
  label: string
  /** address of the full list */
  more?: string
  /** column titles, when the list is shown as a table */
  columns?: readonly string[]
  /** the first few public rows; the domain caches what is expensive to find */
  rows(k: Kernel): Promise<HomeRow[]>
}

/** A number of a domain on the home page. */
export interface HomeFigure {
  code: string
  label: string
  unit: string
  /** address of a list of as many rows, if there is one */
  more?: string
  /** null: there is nothing to tell yet, and the figure is not shown */
  value(k: Kernel): Promise<number | null>
}

const lists = perKernel((): HomeList[] => [])
const figures = perKernel((): HomeFigure[] => [])

function add<T extends { code: string }>(all: T[], one: T): void {
  if (all.some(({ code }) => code === one.code)) throw new Error(`two parts of the home page with the code ${one.code}`)
  all.push(one)
}

/** A domain registers a list for the home page when it joins. Administrators name, order and switch off the registered lists. */
export const homeList = (k: Kernel, list: HomeList): void => add(lists(k), list)
/** A domain registers a number for the home page when it joins. */
export const homeFigure = (k: Kernel, figure: HomeFigure): void => add(figures(k), figure)

export const homeLists = (k: Kernel): readonly HomeList[] => lists(k)
export const homeFigures = (k: Kernel): readonly HomeFigure[] => figures(k)
