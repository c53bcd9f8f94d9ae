"""Makes every call with the Python client. The reference shows the lines between two marks on the page of the call."""

import os
import sys

from stockroom import StockDeletion, StockEntry, StockroomClient

stockroom = StockroomClient(
    address=os.environ["STOCKROOM_ADDRESS"],
    appid=os.environ["STOCKROOM_APPID"],
    secret=os.environ["STOCKROOM_SECRET"],
    token=os.environ["STOCKROOM_TOKEN"],
)
pid = int(os.environ["STOCKROOM_PRODUCT"])
shop_id = os.environ["STOCKROOM_SHOP"]
cursor = stockroom.change_page().cursor


def store(cursor):
    print("followed")
    sys.exit()


# --- /Stock/Product
for product in stockroom.products():
    print(product.id, product.art_no)
# --- /Stock/Creat
report = stockroom.create_stock([
    StockEntry(pid=pid, color="red", size=38, stock=12),
    StockEntry(pid=pid, color="red", size=42, delta=3),
    StockEntry(pid=pid, color="blue", size=40, stock=0),
])
print(report.written, "written")
for rejected in report.rejected:
    print(rejected.entry.color, rejected.message)
# --- /Stock/List
for item in stockroom.stock(pid):
    print(item.color, item.size, item.stock)
# ---
pids = [pid]
# --- /Stock/Batch
for pid, items in stockroom.stocks(pids).items():
    print(pid, len(items))
# --- /Stock/History
for push in stockroom.history(pid, "red", 38):
    for change in push.changes:
        print(push.at, change.stock)
# --- /Stock/Delete
push = stockroom.delete_stock([
    StockDeletion(pid=pid, color="red", sizes=[38, 42]),
    StockDeletion(pid=pid, color="blue"),
])
print("deleted by push", push)
# --- /Stock/Undo
result = stockroom.undo(push, all=True)
print(result.undone, "entries are as before")
# --- /Product/Detail
detail = stockroom.product_detail(pid)
print(detail.title, detail.price)
# --- /Product/UploadResult
stockroom.report_publish_result(
    pid=pid,
    platform="tb", shop_id=shop_id, shop_name="Walk Well on TB",
    user_id="u-17", user_nick="walker",
    item_id="660012345", published=True,
)
# --- /Account/Limits
limits = stockroom.limits()
print(limits.details.used, "details today")
print("token until", limits.token.expires_at)
# --- /Stock/Changes
for push, cursor in stockroom.changes(cursor):
    for change in push.changes:
        print(change.color, change.size, change.stock)
    store(cursor)  # to continue from there
# ---
