// Is compiled and run with the installed package.
import client = require('stockroom-client')

const { STOCKROOM_ADDRESS, STOCKROOM_APPID, STOCKROOM_SECRET, STOCKROOM_TOKEN } = process.env
const stockroom: client.Stockroom = new client.Stockroom({
  address: STOCKROOM_ADDRESS!, appid: STOCKROOM_APPID!, secret: STOCKROOM_SECRET!, token: STOCKROOM_TOKEN!
})
stockroom.limits().then(limits => console.log(limits.token.expiresAt > '2'))
