/** The addresses of this page. */
import { parlour } from '#parlour'
import { PATHS } from './paths'
import { queries } from './queries'

export const addresses = parlour.can.anyAddress ? PATHS : queries(new URL('.', document.baseURI).pathname)
