/** The addresses of this page. */
import { parlour } from '#parlour'
import { SERVER_ADDRESSES, siteAddresses } from './addresses'

export const addresses = parlour.can.anyAddress ? SERVER_ADDRESSES : siteAddresses(parlour.folder, parlour.made)
