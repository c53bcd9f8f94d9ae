using System;
using System.Collections.Generic;
using System.Linq;
using System.Threading.Tasks;
using Stockroom;

static class Readme
{
    static readonly StockroomClient stockroom = null;
    static readonly string appid = "", secret = "", token = "", orderNumber = "";
    static readonly string[] artNos = { };
    static readonly int pid = 7;
    static readonly long push = 17;
    static string cursor = "";

