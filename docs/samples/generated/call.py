"""Calls Stockroom by the client that openapi-generator (-g python) makes of openapi.yaml."""
import hashlib
import os
import time

import openapi_client
from openapi_client.exceptions import BadRequestException

address, appid, secret, token = (os.environ["STOCKROOM_" + name] for name in ("ADDRESS", "APPID", "SECRET", "TOKEN"))
configuration = openapi_client.Configuration(host=address)


def sign(timestamp):
    """Before every call: a sign holds for the time that is in it."""
    signature = hashlib.md5((secret + str(timestamp)).encode()).hexdigest().upper()
    configuration.api_key = {"appid": appid, "timestamp": str(timestamp), "sign": signature, "accesstoken": token}


with openapi_client.ApiClient(configuration) as client:
    products, stock = openapi_client.ProductsApi(client), openapi_client.StockApi(client)
    sign(int(time.time()))
    first, second = products.list_products(page=1, stock=True).data[:2]
    again = products.list_products(page=1, art_no=[first.art_no, second.art_no])
    print("found by item number:", *[product.id for product in again.data])
    batch = stock.batch_stock(openapi_client.BatchStockRequest(productids=[first.id, second.id]))
    print("entries of each:", *[len(product.stock) for product in batch.data])
    print("entries of the first:", len(stock.list_stock(productid=first.id).actual_instance.data))
    print("refused:", stock.list_stock(productid=2147483647).actual_instance.code)
    group = openapi_client.ColourGroup(pid=first.id, color="red", param=[openapi_client.SizeItem(size="38-40", stock=5)])
    checked = stock.create_stock([group], dry_run=True)
    print("checked:", str(checked.success).lower(), str(checked.push is None).lower())
    sign(1700000000)
    try:
        products.list_products(page=1)
    except BadRequestException as failure:
        print("wrong time:", failure.status, failure.data.actual_instance.code)
