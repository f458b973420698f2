// npm run -s screens: path, title, domain, access, built | todo (TSV)
import { isBuilt, screens, whoText } from '../web/screens.ts'

for (const screen of screens) {
  console.log([screen.path, screen.title, screen.domain, whoText(screen), isBuilt(screen) ? 'built' : 'todo'].join('\t'))
}
